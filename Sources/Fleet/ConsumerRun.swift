package import AttachmentModel
package import Batching
internal import FlowControl

/// One machine at work on a queue, until it is told to stop: everything that happens comes in as an event.
package struct ConsumerRun {
    package struct Configuration: Sendable {
        /// Jobs at once.
        package var width = 8
        /// How often a job is tried before it is put with the dead.
        package var tries = 5
        /// How long what runs may go on after the stop; what is then not done goes back to the queue.
        package var patience = Duration.seconds(30)

        package init() {}
    }

    /// Something worth telling.
    package enum Notice: Sendable {
        case tally(ConsumerTally)
        case remark(String)
    }

    /// How it ended.
    package struct End: Sendable {
        package let tally: ConsumerTally
        /// Why this machine cannot go on; `nil` after a stop that was asked for.
        package let fault: PreparationError?
    }

    private enum Event: Sendable {
        case heard(Message)
        case ended(UInt64, TriedJob.Outcome)
        case turn
        case stop
    }

    private let queue: WorkQueue
    private let configuration: Configuration
    private let work: @Sendable (FleetJob) async -> BatchAnswer
    private let onNotice: @Sendable (Notice) -> Void
    private let mailbox = Mailbox<Event>()
    private let lane = BlockingLane()

    private var inbox = ""
    private var listener: Listener?
    private var credit = PullCredit()
    private var pingInterval = Duration.seconds(10)
    private var nextPing = ContinuousClock.now
    private var running: [UInt64: Delivery] = [:]
    private var tally = ConsumerTally()
    private var fault: PreparationError?
    /// When what runs must be given back; `nil` while nobody has asked to stop.
    private var end: Deadline?
    private var isCutOff = false

    package init(
        _ queue: WorkQueue, _ configuration: Configuration, onNotice: @escaping @Sendable (Notice) -> Void,
        work: @escaping @Sendable (FleetJob) async -> BatchAnswer
    ) {
        self.queue = queue
        self.configuration = configuration
        self.onNotice = onNotice
        self.work = work
    }

    /// Works until `stopped` returns, or until this machine is at fault.
    package mutating func run(
        until stopped: @escaping @Sendable () async -> Void
    ) async throws(PreparationError) -> End {
        let (queue, mailbox) = (queue, mailbox)
        let (inbox, ackWait) = try await BlockingLane().run { () throws(PreparationError) in
            try queue.asking { () throws(QueueFault) in
                (try queue.connection.makeInbox(), try queue.machines().ackWait)
            }
        }
        self.inbox = inbox
        // Three times in the span after which a job counts as forgotten; the events come twice a second.
        pingInterval = min(max(.nanoseconds(ackWait) / 3, .milliseconds(200)), .seconds(10))
        let listener = try queue.asking { () throws(QueueFault) in
            Listener(try queue.connection.subscribe(to: inbox))
        }
        self.listener = listener
        guard listener.start({ mailbox.post(.heard($0)) }, turn: { mailbox.post(.turn) }) else {
            throw PreparationError(.overloaded, "The system has no thread to give")
        }
        // One that discards: a machine works for weeks, and what has ended must not stay as long.
        await withDiscardingTaskGroup { group in
            group.addTask {
                await stopped()
                mailbox.post(.stop)
            }
            await ask()
            while let events = await mailbox.next() {
                for event in events { await take(event, in: &group) }
                if end != nil, running.isEmpty || end?.hasPassed() == true { break }
                await ask()
            }
            group.cancelAll()
        }
        listener.stop()
        let left = Array(running.values)
        await lane.run {
            for delivery in left { try? delivery.giveBack(to: queue) }
            try? queue.connection.flush(wait: .seconds(2))
        }
        return End(tally: tally, fault: fault)
    }

    /// Asks for as many jobs as there is room for.
    private mutating func ask() async {
        guard end == nil, queue.connection.isConnected else { return }
        let count = credit.ask(for: configuration.width - running.count, at: .now)
        guard count > 0 else { return }
        let (queue, inbox) = (queue, inbox)
        await lane.run { try? queue.pull(count, of: queue.layout.consumer, in: queue.layout.jobs, to: inbox) }
    }

    private mutating func take(_ event: Event, in group: inout DiscardingTaskGroup) async {
        switch event {
        case .heard(let message): await hear(message, in: &group)
        case .ended(let sequence, let outcome): await settle(sequence, outcome)
        case .turn: await turn()
        case .stop: await stop()
        }
    }

    private mutating func hear(_ message: Message, in group: inout DiscardingTaskGroup) async {
        guard let delivery = Delivery(message) else {
            if message.status != nil { credit.ended(unfilled: message.unfilled, at: .now) }
            return
        }
        credit.arrived(at: .now)
        let queue = queue
        guard end == nil else { return await lane.run { try? delivery.giveBack(to: queue) } }
        let sequence = delivery.address.sequence
        // One that comes again while it is worked on here was only out of the queue's sight.
        guard running.updateValue(delivery, forKey: sequence) == nil else { return }
        let trial = TriedJob(queue: queue, delivery: delivery, bound: configuration.tries)
        let (mailbox, work) = (mailbox, work)
        group.addTask { mailbox.post(.ended(sequence, await trial.run(work))) }
    }

    private mutating func settle(_ sequence: UInt64, _ outcome: TriedJob.Outcome) async {
        guard running.removeValue(forKey: sequence) != nil else { return }
        switch outcome {
        case .answered(let status): tally.statuses[status, default: 0] += 1
        case .putBack: tally.putBack += 1
        case .buried(let status):
            tally.statuses[status, default: 0] += 1
            tally.buried += 1
        case .left(let words): onNotice(.remark(words))
        case .machine(let problem):
            fault = fault ?? problem
            await stop()
        }
    }

    private mutating func turn() async {
        var tally = tally
        tally.running = running.count
        onNotice(.tally(tally))
        let now = ContinuousClock.now
        if now >= nextPing {
            nextPing = now + pingInterval
            let (queue, running) = (queue, Array(running.values))
            await lane.run { for delivery in running { try? delivery.ping(queue) } }
        }
        if queue.connection.isClosed {
            fault = fault ?? PreparationError(.queueDenied, "The queue at \(queue.place) has ended the connection")
            await stop()
        } else if queue.connection.isConnected == isCutOff {
            isCutOff.toggle()
            onNotice(.remark("The queue at \(queue.place) " + (isCutOff ? "does not answer; waiting" : "is back")))
        }
    }

    /// Takes nothing more, and gives what runs its time.
    private mutating func stop() async {
        guard end == nil else { return }
        end = Deadline(in: configuration.patience)
        let listener = listener
        await lane.run { listener?.drain() }
    }
}
