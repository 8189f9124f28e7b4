internal import Affix
internal import AttachmentModel
internal import Batching
internal import Fleet
internal import FlowControl
internal import Handover

/// Works off manifests: `affix batch`.
struct BatchCommand {
    let settings: Settings
    let makeLine: (Settings) throws(CommandFailure) -> any PreparationLine
    let console: Console
    let display: BatchDisplay
    let signals: StopSignals

    /// - Parameter words: the manifests as they stood on the command line.
    func run(_ words: [String]) async throws(CommandFailure) -> ExitStatus {
        let files = try Self.files(words)
        let manifest = Manifest(files, form: settings.batch.form)
        var settings = settings
        let configuration = try configuration()
        let places = BatchPlaces(manifests: files, journal: configuration.journal, report: settings.batch.report)
        try places.check()
        let queue = settings.queue.address == nil ? nil : try await openQueue(for: manifest)
        // The machines remember what they prepare; what they may not publish must not be called ready here either.
        if let queue { try await settings.shareRecords(of: queue, withIndex: false) }
        let line = try makeLine(settings)
        let chosen = settings
        var gathering: Gathering?
        if let queue { gathering = try await Gathering(queue, configuration, chosen, by: line, display) }
        let batch = gathering?.batch ?? Batch(configuration, by: line) { chosen.request($0) }
        let display = display
        let stop = StopRequest()
        let (end, review): (BatchEnd, JournalReview)
        do throws(PreparationError) {
            (end, review) = try await signals.turned(into: stop) { () throws(PreparationError) in
                try await batch.reviewedRun(manifest, until: stop) { [gathering] notice in
                    gathering?.take(notice)
                    display.take(notice)
                }
            }
        } catch {
            await gathering?.end(after: nil)
            display.end()
            throw .problem(error)
        }
        await gathering?.end(after: end)
        display.end()
        let status = ExitStatus(end, refusedLimit: settings.batch.refusedLimit)
        let report = BatchReport(end: end, status: status)
        let written = console.output.write(settings.json ? report.json : report.words)
        try await writePage(about: review, after: end, by: line)
        return written == .failed ? .machine : status
    }

    /// Writes the page about the journal; whoever wants an end now does not wait for it.
    private func writePage(
        about review: JournalReview, after end: BatchEnd, by line: any PreparationLine
    ) async throws(CommandFailure) {
        guard let path = settings.batch.report, let journal = settings.batch.out, end.stop != .asked else { return }
        let report = CampaignReport(
            journal: journal, review: review, line: line, room: SpoolRoom(folder: settings.preparer.state, bytes: 0),
            width: settings.preparer.workerWidth)
        do throws(PreparationError) {
            try await report.write(to: path)
        } catch {
            throw .problem(error)
        }
    }

    private func configuration() throws(CommandFailure) -> Batch.Configuration {
        guard let out = settings.batch.out else { throw .usage("The results need a file: --out FILE") }
        var configuration = Batch.Configuration(journal: out)
        configuration.checksOnly = settings.check
        configuration.isOrdered = settings.batch.ordered
        configuration.retriesRefused = settings.batch.retryRefused
        configuration.timeLimit = settings.batch.timeLimit
        configuration.mostFailures = settings.batch.mostFailures
        configuration.fetches = settings.jobs
        configuration.grace = settings.grace
        return configuration.bounded(by: settings.preparer)
    }

    private func openQueue(for manifest: Manifest) async throws(CommandFailure) -> WorkQueue {
        // What is wrong with the lists is told before anything is connected.
        try await Settings.blocking { () throws(PreparationError) in try manifest.check() }
        return try await settings.openQueue()
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
}

extension Settings {
    /// The request for an item of a manifest, which may name a profile of its own.
    func request(_ item: ManifestItem) -> AttachmentRequest {
        var settings = self
        if let profile = item.profile { settings.profile = profile }
        return settings.request(item.source)
    }
}
