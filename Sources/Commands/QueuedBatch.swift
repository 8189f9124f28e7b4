internal import AttachmentModel
internal import Batching
internal import Fleet
internal import FlowControl

/// Works off manifests by the machines of a fleet: `affix batch --queue`.
///
/// This machine reads the lists, offers their items to the queue and writes the answers down, as a batch of its own would.
struct QueuedBatch {
    let settings: Settings
    let console: Console
    let display: BatchDisplay
    let signals: StopSignals

    /// - Parameter words: the manifests as they stood on the command line.
    func run(_ words: [String]) async throws(CommandFailure) -> ExitStatus {
        let manifest = try BatchCommand.manifest(words, settings)
        var configuration = try BatchCommand.configuration(settings)
        (configuration.fetches, configuration.renderings) = (settings.queue.window, 0)
        configuration.fetchesPerHost = settings.queue.window
        configuration.leavesRunning = true
        let journal = configuration.journal
        let queue = try await settings.openQueue()
        let (display, settings) = (display, settings)
        let (run, gatherer) = try await Settings.blocking { () throws(PreparationError) in
            try manifest.check()
            let run = try RunName(besideJournal: journal)
            let gatherer = try JobGatherer(queue, run: run.text) { display.take(.remark($0)) }
            return (run, gatherer)
        }
        await gatherer.catchUp()
        let outcome = await gather(configuration, manifest, run.text, by: gatherer)
        let isComplete = (try? outcome.get().stop) == .some(nil)
        await BlockingLane().run { gatherer.close(isComplete: isComplete) }
        if isComplete { run.forget() }
        display.end()
        do throws(PreparationError) {
            return BatchCommand.report(try outcome.get(), settings, on: console)
        } catch {
            throw .problem(error)
        }
    }

    private func gather(
        _ configuration: Batch.Configuration, _ manifest: Manifest, _ run: String, by gatherer: JobGatherer
    ) async -> Result<BatchEnd, PreparationError> {
        let (display, settings) = (display, settings)
        let batch = Batch(configuration, request: { settings.request($0) }) { item, request in
            await gatherer.answer(item, by: FleetJob(request, run: run, isCheck: configuration.checksOnly))
        }
        let stop = StopRequest()
        do throws(PreparationError) {
            return .success(
                try await signals.turned(into: stop) { () throws(PreparationError) in
                    try await batch.run(manifest, until: stop) { notice in
                        if case .written(let items) = notice { gatherer.written(items) }
                        display.take(notice)
                    }
                })
        } catch {
            return .failure(error)
        }
    }
}
