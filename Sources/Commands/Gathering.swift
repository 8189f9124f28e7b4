internal import AttachmentModel
internal import Batching
internal import Fleet
internal import FlowControl

/// A batch whose work is done by the machines of a fleet: `affix batch --queue`.
///
/// This machine reads the lists, offers their items to the queue and writes the answers down, as a batch of its own would.
struct Gathering {
    let batch: Batch
    private let gatherer: JobGatherer
    private let run: RunName

    /// Connects to the queue, and waits for the answers that came while nobody gathered.
    init(
        _ manifest: Manifest, _ configuration: Batch.Configuration, _ settings: Settings,
        by line: any PreparationLine, _ display: BatchDisplay
    ) async throws(CommandFailure) {
        // What is wrong with the lists is told before anything is connected.
        try await Settings.blocking { () throws(PreparationError) in try manifest.check() }
        let queue = try await settings.openQueue()
        let (run, gatherer) = try await Settings.blocking { () throws(PreparationError) in
            let run = try RunName(besideJournal: configuration.journal)
            return (run, try JobGatherer(queue, run: run.text) { display.take(.remark($0)) })
        }
        await gatherer.catchUp()
        var configuration = configuration
        (configuration.fetches, configuration.renderings) = (settings.queue.window, 0)
        configuration.fetchesPerHost = settings.queue.window
        configuration.leavesRunning = true
        let isCheck = configuration.checksOnly
        batch = Batch(configuration, by: line, request: { settings.request($0) }) { item, request in
            await gatherer.answer(item, by: FleetJob(request, run: run.text, isCheck: isCheck))
        }
        self.gatherer = gatherer
        self.run = run
    }

    /// Lets the queue forget what has been written down.
    func take(_ notice: Batch.Notice) {
        if case .written(let items) = notice { gatherer.written(items) }
    }

    /// - Parameter isComplete: whether every item was looked at, so that nobody asks for this run again.
    func end(isComplete: Bool) async {
        let gatherer = gatherer
        await BlockingLane().run { gatherer.close(isComplete: isComplete) }
        if isComplete { run.forget() }
    }
}
