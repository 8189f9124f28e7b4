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

    /// Waits for the answers that came while nobody gathered.
    init(
        _ queue: WorkQueue, _ configuration: Batch.Configuration, _ settings: Settings, by line: any PreparationLine,
        _ display: BatchDisplay
    ) async throws(CommandFailure) {
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

    /// - Parameter end: how the run ended; `nil` when it could not.
    func end(after end: BatchEnd?) async {
        let gatherer = gatherer
        let isComplete = end.map { $0.stop == nil } ?? false
        await BlockingLane().run { gatherer.close(isComplete: isComplete) }
        // Items that failed may be put back into the queue: the next run then finds their answers by this name.
        if let end, isComplete, end.tally.failed == 0 { run.forget() }
    }
}
