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
        let manifest = try Self.manifest(words, settings)
        let (settings, line) = (settings, line)
        // The command's own profile need not be one that has a name.
        let own = Self.purpose(settings.profile, settings)
        let named = Dictionary(
            AttachmentProfile.named.map { ($0, Self.purpose($0, settings)) }, uniquingKeysWith: { first, _ in first })
        let batch = Batch(
            try Self.configuration(settings), purpose: { $0.profile.flatMap { named[$0] } ?? own },
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
        return Self.report(end, settings, on: console)
    }

    /// Says how a batch ended.
    static func report(_ end: BatchEnd, _ settings: Settings, on console: Console) -> ExitStatus {
        let status = ExitStatus(end, refusedLimit: settings.batch.refusedLimit)
        let report = BatchReport(end: end, status: status)
        let written = console.output.write(settings.json ? report.json : report.words)
        return written == .failed ? .machine : status
    }

    static func configuration(_ settings: Settings) throws(CommandFailure) -> Batch.Configuration {
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

    /// - Parameter words: the manifests as they stood on the command line.
    static func manifest(_ words: [String], _ settings: Settings) throws(CommandFailure) -> Manifest {
        var files: [String] = []
        for word in words {
            let found = Manifest.files(matching: word)
            if found.isEmpty { throw .usage("No manifest matches \(word)") }
            files += found
        }
        return Manifest(files, form: settings.batch.form)
    }

    /// What an answer depends on besides its source, in a text.
    static func purpose(_ profile: AttachmentProfile, _ settings: Settings) -> String {
        var profile = profile
        profile.rescue = settings.rescue
        return (settings.batch.check ? "check " : "prepare ") + JSONLine.of(profile)
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
            guard settings.batch.check else { return .receipt(try await line.prepare(request, onProgress: observer)) }
            return .inspection(try await line.inspect(request, onProgress: observer))
        } catch {
            return .problem(error)
        }
    }
}
