internal import Affix
internal import AttachmentModel
internal import Batching
internal import FlowControl

/// Works off manifests: `affix batch`.
struct BatchCommand {
    let settings: Settings
    let line: any PreparationLine
    let console: Console
    let display: BatchDisplay
    let signals: StopSignals

    /// - Parameter words: the manifests as they stood on the command line.
    func run(_ words: [String]) async throws(CommandFailure) -> ExitStatus {
        let manifest = try Self.manifest(words, settings)
        let settings = settings
        let batch = Batch(try Self.configuration(settings), by: line) { settings.request($0) }
        let display = display
        let stop = StopRequest()
        let end: BatchEnd
        do throws(PreparationError) {
            end = try await signals.turned(into: stop) { () throws(PreparationError) in
                try await batch.run(manifest, until: stop) { display.take($0) }
            }
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
        configuration.checksOnly = settings.batch.check
        configuration.isOrdered = settings.batch.ordered
        configuration.retriesRefused = settings.batch.retryRefused
        configuration.timeLimit = settings.batch.timeLimit
        configuration.mostFailures = settings.batch.mostFailures
        configuration.fetches = settings.jobs
        configuration.grace = settings.grace
        return configuration.bounded(by: settings.preparer)
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
}

extension Settings {
    /// The request for an item of a manifest, which may name a profile of its own.
    func request(_ item: ManifestItem) -> AttachmentRequest {
        var settings = self
        if let profile = item.profile { settings.profile = profile }
        return settings.request(item.source)
    }
}
