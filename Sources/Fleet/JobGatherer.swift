package import AttachmentModel
package import Batching
internal import FlowControl
internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// The side of a list: offers its items to the queue as jobs, and hands the answers back, in whatever order they come.
///
/// An answer stays in the queue until its item has been written down, so a gatherer may be killed at any moment: the next
/// one of the same run finds the answers that came in between.
package final class JobGatherer: Sendable {
    private struct Waiting {
        let message: [UInt8]
        var items: [(ManifestItem, CheckedContinuation<BatchAnswer, Never>)]
    }

    private struct Early {
        let answer: BatchAnswer
        let delivery: Delivery
    }

    /// Something to be said to the servers.
    private enum Word {
        case step(OfferBook.Step)
        case thanks(Delivery)
        case ask(Int)
    }

    private struct State {
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
    private static let width = 1_000
    /// Looks into the queue at each turn, so that a large window is gone through in a minute.
    private static let mostLooks = 100
    /// Early answers that are held; of further ones the work is done again.
    private static let mostEarly = 100_000

    private let queue: WorkQueue
    private let run: String
    private let inbox: String
    private let listener: Listener
    private let onRemark: @Sendable (String) -> Void
    private let state = Mutex(State())

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

// MARK: - What comes

extension JobGatherer {
    /// The server's answer to a job that was sent to it.
    private struct Stored: Decodable {
        struct Fault: Decodable { let description: String? }
        let seq: UInt64?
        let duplicate: Bool?
        let error: Fault?
    }

    private func hear(_ message: Message) {
        if message.status != nil {
            state.withLock { $0.credit.ended(unfilled: message.unfilled) }
        } else if let delivery = Delivery(message) {
            take(delivery)
        } else {
            note(message)
        }
        say([])
    }

    private func take(_ delivery: Delivery) {
        let result = FleetResult(message: delivery.message)
        let complete = state.withLock { state in
            state.credit.arrived(at: .now)
            state.missing = max(0, state.missing - 1)
            guard let result else {
                state.outbox.append(.thanks(delivery))
                return Self.completion(&state)
            }
            state.book.remove(result.job)
            if let waiting = state.waiting.removeValue(forKey: result.job) {
                for (item, continuation) in waiting.items {
                    state.unwritten[item, default: []].append(delivery)
                    continuation.resume(returning: result.answer)
                }
            } else {
                // Of two answers to one job the later one stays: its delivery is the one that counts.
                let isKept = state.early.count < Self.mostEarly
                if let old = state.early[result.job] { state.outbox.append(.thanks(old.delivery)) }
                if isKept { state.early[result.job] = Early(answer: result.answer, delivery: delivery) }
                if !isKept { state.outbox.append(.thanks(delivery)) }
            }
            return Self.completion(&state)
        }
        complete?.resume()
        if result == nil { remark("A result of the queue could not be read") }
    }

    private static func completion(_ state: inout State) -> CheckedContinuation<Void, Never>? {
        guard state.missing == 0 else { return nil }
        return state.onComplete.take()
    }

    /// Notes that a job is stored; its subject says which.
    private func note(_ message: Message) {
        let words = message.subject.split(separator: ".")
        guard words.count >= 2, let number = Int(words[words.count - 1]),
            let name = Fingerprint(text: String(words[words.count - 2])),
            let stored = try? JSONDecoder().decode(Stored.self, from: Data(message.bytes))
        else { return }
        guard let sequence = stored.seq, stored.error == nil else {
            // It is offered again after a while.
            return remark("The queue did not take a job: \(stored.error?.description ?? "no reason given")")
        }
        state.withLock { state in
            let step = state.book.stored(
                name, number: number, at: sequence, isOld: stored.duplicate ?? false, now: .now)
            if let step { state.outbox.append(.step(step)) }
        }
    }

    private func turn() {
        if queue.connection.isClosed {
            let names = state.withLock { state in
                state.isClosed = true
                return Array(state.waiting.keys)
            }
            giveUp(
                names,
                with: .problem(
                    PreparationError(.queueDenied, "The queue at \(queue.place) has ended the connection")))
        } else if !queue.connection.isConnected {
            remark("The queue at \(queue.place) does not answer; waiting for it")
        }
        let steps = state.withLock { $0.book.due(at: .now, most: Self.mostLooks) }
        say(steps.map { .step($0) })
    }

    private func giveUp(_ names: [Fingerprint], with answer: BatchAnswer) {
        let (left, complete) = state.withLock { state in
            let left = names.compactMap { name in
                state.book.remove(name)
                return state.waiting.removeValue(forKey: name)
            }
            return (left, state.isClosed ? state.onComplete.take() : nil)
        }
        complete?.resume()
        for waiting in left { for (_, continuation) in waiting.items { continuation.resume(returning: answer) } }
    }

    private func remark(_ words: String) {
        if state.withLock({ $0.told.insert(words).inserted }) { onRemark(words) }
    }
}

// MARK: - What goes

extension JobGatherer {
    /// Has words said by a thread that may block, one after the other, together with what waits to be said.
    private func say(_ words: [Word]) {
        let mustStart = state.withLock { state in
            state.outbox += words
            let count = state.isClosed ? 0 : state.credit.ask(for: Self.width / 2, at: .now)
            if count > 0 { state.outbox.append(.ask(count)) }
            guard !state.outbox.isEmpty, !state.isSpeaking else { return false }
            state.isSpeaking = true
            return true
        }
        guard mustStart else { return }
        let body: @Sendable () -> Void = { [self] in
            speak()
            let isDone = state.withLock { state in
                state.isSpeaking = false
                return state.outbox.isEmpty
            }
            // Something was added after the last look.
            if !isDone { say([]) }
        }
        if !OwnThread.start(body) { body() }
    }

    private func speak() {
        while true {
            let words = state.withLock { state in
                defer { state.outbox = [] }
                return state.outbox
            }
            guard !words.isEmpty else { return }
            for word in words {
                do throws(QueueFault) {
                    try utter(word)
                } catch {
                    // The client's buffer is full, or a server is not there: what matters is said again at its time.
                    usleep(50_000)
                }
            }
        }
    }

    private func utter(_ word: Word) throws(QueueFault) {
        switch word {
        case .thanks(let delivery): try delivery.forget(in: queue)
        case .ask(let count):
            try queue.pull(count, of: queue.layout.gatherer(of: run), in: queue.layout.results, to: inbox + ".pull")
        case .step(.publish(let name, let number)):
            guard let message = state.withLock({ $0.waiting[name]?.message }) else { return }
            try queue.connection.send(
                message, on: queue.layout.jobs(of: run), identity: "\(run).\(name.text).\(number)",
                replyTo: "\(inbox).\(name.text).\(number)")
        case .step(.look(let name, let sequence)):
            let isThere = try queue.streams.message(at: sequence, of: queue.layout.jobs) != nil
            state.withLock { $0.book.looked(name, isThere: isThere, now: .now) }
        }
    }
}
