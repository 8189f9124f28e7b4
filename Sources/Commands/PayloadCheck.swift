internal import Affix
internal import AttachmentModel
internal import Batching
internal import Push

/// Judges payloads that are there: `affix payload --check`.
struct PayloadCheck {
    let settings: Settings
    let console: Console
    /// UNIX seconds.
    let now: Int
    /// What fetches the media; `nil` to judge only what is written.
    let line: (any PreparationLine)?

    /// - Parameter words: files of payloads as they stood on the command line.
    func run(_ words: [String]) async throws(CommandFailure) -> ExitStatus {
        var linter = PayloadLinter(delivery: settings.payload.delivery, now: now)
        linter.allowsHTTP = settings.preparer.allowHTTPBase
        if let path = settings.payload.presetFile { linter.mediaPresets += try PresetFile.read(path) }
        var status = ExitStatus.ready
        var written = Console.Written.whole
        for word in words where written == .whole {
            try await RecordFile(name: word).forEachRecord { line, bytes in
                let checked = await check(bytes ?? [], "\(word):\(line)", linter)
                status = status.joined(with: checked.status)
                written = console.output.write(
                    settings.json ? checked.json + "\n" : checked.words(console.paint(for: console.output)))
                return written == .whole
            }
        }
        return written == .failed ? .machine : status
    }

    private func check(_ bytes: [UInt8], _ name: String, _ linter: PayloadLinter) async -> CheckedPayload {
        let report = linter.report(on: bytes)
        var checked = CheckedPayload(name: name, report: report)
        guard let line else { return checked }
        var known: [String: Result<Inspection, PreparationError>] = [:]
        for media in report.media where media.url.lowercased().hasPrefix("http") {
            let outcome = if let once = known[media.url] { once } else { await inspect(media.url, line) }
            known[media.url] = outcome
            checked.note(outcome, of: media)
        }
        return checked
    }

    private func inspect(_ url: String, _ line: any PreparationLine) async -> Result<Inspection, PreparationError> {
        do throws(PreparationError) {
            return .success(try await line.inspect(settings.request(.link(url)), onProgress: nil))
        } catch {
            return .failure(error)
        }
    }
}
