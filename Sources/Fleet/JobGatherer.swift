package import AttachmentModel
package import Batching
internal import Synchronization

/// The side of a list: offers its items to the queue as jobs, and hands the answers back, in whatever order they come.
///
/// An answer stays in the queue until its item has been written down, so a gatherer may be killed at any moment: the next
/// one of the same run finds the answers that came in between.
package final class JobGatherer: Sendable {
    struct Waiting {
        let message: [UInt8]
        var items: [(ManifestItem, CheckedContinuation<BatchAnswer, Never>)]
    }

    struct Early {
        let answer: BatchAnswer
        let delivery: Delivery
    }

    /// Something to be said to the servers.
    enum Word {
        case step(OfferBook.Step)
        case thanks(Delivery)
        case ask(Int)
    }

    struct State {
        var book = OfferBook()
        var waiting: [Fingerprint: Waiting] = [:]
        /// Answers that came before their items were read again.
        var early: [Fingerprint: Early] = [:]
        /// Answers that are not written down yet.
        var unwritten: [ManifestItem: [Delivery]] = [:]
        var outbox: [Word] = []
        var isSpeaking = false
        var credit = PullCredit()
        /// Answers from before this gatherer that have not come yet, and who waits for them.
        var missing = 0
        var onComplete: CheckedContinuation<Void, Never>?
        var isClosed = false
        var told: Set<String> = []
    }

    /// Answers on the way at once.
    static let width = 1_000
    /// Looks into the queue at each turn, so that a large window is gone through in a minute.
    static let mostLooks = 100
    /// Early answers that are held; of further ones the work is done again.
    static let mostEarly = 100_000

    let queue: WorkQueue
    let run: String
    let inbox: String
    private let listener: Listener
    let onRemark: @Sendable (String) -> Void
    let state = Mutex(State())

    /// Begins to gather for a run; blocks.
    package init(
        _ queue: WorkQueue, run: String, onRemark: @escaping @Sendable (String) -> Void
    ) throws(PreparationError) {
        self.queue = queue
        self.run = run
        self.onRemark = onRemark
        let (inbox, listener, before) = try queue.asking { () throws(QueueFault) in
            let inbox = try queue.connection.makeInbox()
            // What an earlier gatherer has taken and not written down comes again to a new consumer only.
            let (name, stream) = (queue.layout.gatherer(of: run), queue.layout.results)
            try queue.streams.deleteConsumer(name, of: stream)
            let consumer = try queue.streams.makeConsumer(
                name, of: stream, filter: queue.layout.results(of: run), ackWait: 3_600_000_000_000,
                mostInWork: WorkQueue.mostInWork, mostWaiting: 100)
            // All that failed is tried again now: what fails once more is dead once, and what succeeds is not. Letters of
            // what is still under way stay, as nobody may get to write them again.
            let machines = try queue.machines()
            if consumer.pending == 0, machines.pending == 0, machines.inWork == 0 {
                try queue.streams.purge(queue.layout.dead, subject: queue.layout.dead(of: run))
            }
            return (inbox, Listener(try queue.connection.subscribe(to: inbox + ".>")), Int(clamping: consumer.pending))
        }
        self.inbox = inbox
        self.listener = listener
        state.withLock { $0.missing = before }
        let isStarted = listener.start({ [weak self] in self?.hear($0) }, turn: { [weak self] in self?.turn() })
        guard isStarted else { throw PreparationError(.overloaded, "The system has no thread to give") }
        say([])
    }

    /// Waits for the answers that came before this gatherer, so that nothing is offered that is answered.
    package func catchUp() async {
        await withCheckedContinuation { continuation in
            let isComplete = state.withLock { state in
                guard state.missing > 0, !state.isClosed else { return true }
                state.onComplete = continuation
                return false
            }
            if isComplete { continuation.resume() }
        }
    }

    /// Has an item done by whatever machine; cancelled, it goes on there and is answered in the next run.
    package func answer(_ item: ManifestItem, by job: FleetJob) async -> BatchAnswer {
        guard let message = job.encoded() else {
            return .problem(PreparationError(.sourceUnreadable, "Another machine cannot open this source"))
        }
        guard message.count <= FleetJob.mostBytes else {
            return .problem(PreparationError(.sourceInvalid, "The source is too long for a queue"))
        }
        let name = job.name
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known: BatchAnswer? = state.withLock { state in
                    if state.isClosed || Task.isCancelled { return Self.calledOff }
                    if let early = state.early.removeValue(forKey: name) {
                        state.unwritten[item, default: []].append(early.delivery)
                        return early.answer
                    }
                    if state.waiting[name] == nil {
                        state.waiting[name] = Waiting(message: message, items: [(item, continuation)])
                        state.outbox.append(.step(state.book.add(name, at: .now)))
                    } else {
                        state.waiting[name]?.items.append((item, continuation))
                    }
                    return nil
                }
                if let known { return continuation.resume(returning: known) }
                say([])
            }
        } onCancel: {
            giveUp([name], with: Self.calledOff)
        }
    }

    /// These items stand in the journal: the queue may forget their answers.
    package func written(_ items: [ManifestItem]) {
        let thanks = state.withLock { state in items.flatMap { state.unwritten.removeValue(forKey: $0) ?? [] } }
        say(thanks.map { .thanks($0) })
    }

    /// Ends it; blocks for a moment.
    ///
    /// - Parameter isComplete: whether everything has been answered, so that nobody will ask for this run again.
    package func close(isComplete: Bool) {
        let names = state.withLock { state in
            state.isClosed = true
            return Array(state.waiting.keys)
        }
        giveUp(names, with: Self.calledOff)
        listener.stop()
        speak()
        try? queue.connection.flush(wait: .seconds(2))
        guard isComplete else { return }
        try? queue.streams.deleteConsumer(queue.layout.gatherer(of: run), of: queue.layout.results)
        try? queue.streams.purge(queue.layout.results, subject: queue.layout.results(of: run))
    }

    private static let calledOff = BatchAnswer.problem(
        PreparationError(.deadline, "The item was left to the machines of the queue", stage: .fetch))
}
