internal import Affix
internal import AttachmentModel
internal import Push
internal import Sealing

/// Composes payloads out of receipts: `affix payload`.
struct PayloadCommand {
    let settings: Settings
    let console: Console
    /// UNIX seconds.
    let now: Int

    private var options: PayloadSettings { settings.payload }

    /// - Parameter words: files of receipts as they stood on the command line.
    func run(_ words: [String]) async throws(CommandFailure) -> ExitStatus {
        let template = try template()
        let seal = try seal()
        var status = ExitStatus.ready
        var written = Console.Written.whole
        for word in words where written == .whole {
            try await RecordFile(name: word).forEachRecord { line, bytes in
                let outcome = compose(bytes, "line \(line) of \(word)", template, seal)
                status = status.joined(with: outcome.status)
                written = deliver(outcome)
                return written == .whole
            }
        }
        return written == .failed ? .machine : status
    }

    private func compose(
        _ bytes: [UInt8]?, _ place: String, _ template: PushMessage, _ seal: PayloadSeal?
    ) -> ComposedLine {
        guard let line = bytes.flatMap(ReceiptLine.init) else {
            return ComposedLine(
                id: nil, missing: nil,
                outcome: .failure(PreparationError(.payloadInvalid, "There is no receipt in \(place.printable)")))
        }
        var missing: PreparationError?
        if case .failure(let problem) = line.outcome { missing = problem }
        let outcome = Result { () throws(PreparationError) in
            var message = template
            switch line.outcome {
            case .success(let media): message.media = media
            case .failure: message = try template.withoutMedia()
            }
            return try Payload(composing: message, sealedBy: seal, now: now)
        }
        return ComposedLine(id: line.id, missing: missing, outcome: outcome)
    }

    private func deliver(_ line: ComposedLine) -> Console.Written {
        if settings.json { return console.output.write(line.json + "\n") }
        let paint = console.paint(for: console.error)
        if let missing = line.missing {
            let name = line.id.map { $0.printable + ": " } ?? ""
            _ = console.error.write("\(paint.bad("text only")): \(name)\(missing.code): \(missing.message.printable)\n")
        }
        switch line.outcome {
        case .success(let payload): return console.output.write(payload.json + "\n")
        case .failure(let problem): return console.error.write(Outcome.words(problem, source: line.id, paint))
        }
    }

    /// The message without its media.
    private func template() throws(CommandFailure) -> PushMessage {
        var message = PushMessage()
        if let path = options.base { message = try Self.base(path) }
        var alert = message.aps.alert ?? APS.Alert()
        alert.title = options.title ?? alert.title
        alert.subtitle = options.subtitle ?? alert.subtitle
        alert.body = options.body ?? alert.body
        message.aps.alert = alert == APS.Alert() ? nil : alert
        message.presets = try Self.presets(options)
        message.delivery = options.delivery
        message.shortens = options.shortens
        message.allowsHTTP = settings.preparer.allowHTTPBase
        message.simulatorBundle = options.simulator ?? message.simulatorBundle
        return message
    }

    private static func base(_ path: String) throws(CommandFailure) -> PushMessage {
        let content = try SettingsFile.content(of: path)
        do {
            return try PushMessage(merging: try JSONValue(strictly: Array(content)))
        } catch let fault as JSONSyntaxFault {
            throw SettingsFile.invalid("\(path) is not JSON: \(fault.happening), at byte \(fault.offset)")
        } catch let problem as PreparationError {
            throw .problem(problem.noting("in \(path)"))
        } catch {
            throw .problem(PreparationError(.internalFault))
        }
    }

    /// The shapes that were chosen, the caller's own before the known ones.
    static func presets(_ options: PayloadSettings) throws(CommandFailure) -> [PayloadPreset] {
        var all = PayloadPreset.known
        if let path = options.presetFile { all = try PresetFile.read(path) + all }
        var chosen: [PayloadPreset] = []
        for name in options.presets {
            guard let preset = all.first(where: { $0.name == name }) else {
                throw .usage("There is no preset \(name)" + NearestName.hint(name, among: all.map(\.name)))
            }
            chosen.append(preset)
        }
        do throws(PreparationError) {
            try PayloadPreset.prove(together: chosen)
        } catch {
            throw .problem(error)
        }
        return chosen
    }

    private func seal() throws(CommandFailure) -> PayloadSeal? {
        guard let path = options.seal else { return nil }
        guard let topic = options.topic else {
            throw .usage("Sealing binds a payload to its app: give the bundle ID with --topic")
        }
        do throws(PreparationError) {
            let ring = try KeyRing(file: path, state: settings.preparer.state)
            return ring.sealers.first.map { PayloadSeal($0, topic: topic, clearText: options.clearText) }
        } catch {
            throw .problem(error)
        }
    }
}
