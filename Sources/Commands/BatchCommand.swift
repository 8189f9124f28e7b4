internal import Affix
internal import AttachmentModel
internal import Batching
internal import FlowControl
internal import FoundationEssentials

/// Works off manifests: `affix batch`.
struct BatchCommand {
    let settings: Settings
    let line: any PreparationLine
    let console: Console
    let display: BatchDisplay

    /// - Parameter words: the manifests as they stood on the command line.
    func run(_ words: [String]) async throws(CommandFailure) -> ExitStatus {
        let manifest = Manifest(try Self.files(words), form: settings.batch.form)
        let (settings, line) = (settings, line)
        // The command's own profile need not be one that has a name.
        let own = Self.purpose(settings.profile, settings)
        let named = Dictionary(
            AttachmentProfile.named.map { ($0, Self.purpose($0, settings)) }, uniquingKeysWith: { first, _ in first })
        let batch = Batch(
            try configuration(), purpose: { $0.profile.flatMap { named[$0] } ?? own },
            encode: { JSONLine.of($0) }
        ) { item, fetched in
            await Self.answer(to: item, settings, line, fetched)
        }
        let display = display
        let end: BatchEnd
        do throws(PreparationError) {
            end = try await batch.run(manifest) { display.take($0) }
        } catch {
            display.end()
            throw .problem(error)
        }
        display.end()
        let status = ExitStatus(end, refusedLimit: settings.batch.refusedLimit)
        let report = BatchReport(end: end, status: status)
        let written = console.output.write(settings.json ? report.json : report.words)
        return written == .failed ? .machine : status
    }

    private func configuration() throws(CommandFailure) -> Batch.Configuration {
        guard let out = settings.batch.out else { throw .usage("The results need a file: --out FILE") }
        var configuration = Batch.Configuration(journal: out)
        configuration.isOrdered = settings.batch.ordered
        configuration.retriesRefused = settings.batch.retryRefused
        configuration.end = settings.batch.timeLimit.map { Deadline(in: $0) }
        configuration.mostFailures = settings.batch.mostFailures
        configuration.fetches = settings.jobs
        configuration.renderings = settings.preparer.workerWidth
        configuration.fetchesPerHost = settings.preparer.transfersPerHost
        return configuration
    }

    private static func files(_ words: [String]) throws(CommandFailure) -> [String] {
        var files: [String] = []
        for word in words {
            let found = Manifest.files(matching: word)
            if found.isEmpty { throw .usage("No manifest matches \(word)") }
            files += found
        }
        return files
    }

    /// What an answer depends on besides its source, in a text.
    private static func purpose(_ profile: AttachmentProfile, _ settings: Settings) -> String {
        var profile = profile
        profile.rescue = settings.rescue
        return (settings.check ? "check " : "prepare ") + JSONLine.of(profile)
    }

    private static func answer(
        to item: ManifestItem, _ settings: Settings, _ line: any PreparationLine,
        _ fetched: @escaping @Sendable () -> Void
    ) async -> BatchAnswer {
        var settings = settings
        if let profile = item.profile { settings.profile = profile }
        let request = settings.request(item.source)
        let observer: Progress.Observer = { if $0.stage == .recognize { fetched() } }
        do throws(PreparationError) {
            guard settings.check else { return .receipt(try await line.prepare(request, onProgress: observer)) }
            return .inspection(try await line.inspect(request, onProgress: observer))
        } catch {
            return .problem(error)
        }
    }
}
