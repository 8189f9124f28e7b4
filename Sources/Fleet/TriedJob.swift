internal import AttachmentModel
internal import Batching
internal import FlowControl

/// One try of a job: work, then the result, then the word to the queue; killed in between, it is only done again.
struct TriedJob: Sendable {
    /// What became of it.
    enum Outcome: Sendable {
        case answered(status: String)
        case putBack
        case buried(status: String)
        /// It was not tried, or nobody could be told; the queue gives it to somebody.
        case left(String)
        /// This machine is at fault; the queue gives it to another.
        case machine(PreparationError)
    }

    /// How long a result may take to be stored while servers agree on who leads.
    private static let patience = Duration.seconds(30)
    /// Before a job goes to another machine; this one may be the fastest to ask.
    private static let machinePause = Duration.seconds(2)
    /// Before a job is offered again that this version cannot read.
    private static let newerPause = Duration.seconds(30)

    let queue: WorkQueue
    let delivery: Delivery
    let bound: Int

    private let lane = BlockingLane()

    init(queue: WorkQueue, delivery: Delivery, bound: Int) {
        self.queue = queue
        self.delivery = delivery
        self.bound = bound
    }

    func run(_ work: @Sendable (FleetJob) async -> BatchAnswer) async -> Outcome {
        let job: FleetJob
        do throws(FleetJob.Unreadable) {
            job = try FleetJob(message: delivery.message)
        } catch {
            return await refuse(error)
        }
        let tries = delivery.address.deliveries
        // The copy is there before the last try: whatever that does to this machine, the job is not lost.
        let grave =
            tries >= bound ? await lane.run { try? lay(DeadLetter(job, tries: tries), last: "try") } : nil
        guard tries < bound || grave != nil else {
            return await leave("The dead letter of a job could not be written", after: Self.machinePause)
        }
        let answer =
            tries > bound
            ? .problem(PreparationError(.internalFault, "Each of \(bound) machines that had the job went away over it"))
            : await work(job)
        guard !Task.isCancelled else { return await leave("A job was given back", after: .zero) }
        return await lane.run { conclude(job, answer, tries: tries, grave: grave) }
    }

    private func conclude(_ job: FleetJob, _ answer: BatchAnswer, tries: Int, grave: UInt64?) -> Outcome {
        let disposal = Disposal(answer, tries: tries, bound: bound)
        if answer.stopsTheRun, disposal != .bury, case .problem(let problem) = answer {
            try? delivery.giveBack(to: queue, after: Self.machinePause)
            return .machine(problem)
        }
        do throws(QueueFault) {
            switch disposal {
            case .again(let pause):
                try delivery.giveBack(to: queue, after: pause)
                return .putBack
            case .finish:
                try store(answer, of: job)
                try delivery.finish(in: queue, wait: .seconds(5))
                if let grave { try queue.streams.delete(grave, of: queue.layout.dead) }
                return .answered(status: answer.status)
            case .bury:
                if case .problem(let problem) = answer, tries <= bound, let grave {
                    _ = try lay(DeadLetter(job, tries: tries, problem: problem), last: "problem")
                    try queue.streams.delete(grave, of: queue.layout.dead)
                }
                try store(answer, of: job)
                try delivery.terminate(in: queue)
                return .buried(status: answer.status)
            }
        } catch {
            return .left("The queue could not be told of a job: \(error.words)")
        }
    }

    /// Stores the answer, whoever leads the servers by then.
    private func store(_ answer: BatchAnswer, of job: FleetJob) throws(QueueFault) {
        guard let bytes = FleetResult(job.name, answer).encoded() else { throw QueueFault(.other, "no JSON") }
        try WorkQueue.insisting(until: Deadline(in: Self.patience)) { () throws(QueueFault) in
            // A result of the same delivery is stored once, however often this is tried.
            let identity = "\(job.run).\(delivery.address.sequence).\(delivery.address.deliveries)"
            _ = try queue.streams.store(bytes, on: queue.layout.results(of: job.run), identity: identity)
        }
    }

    private func lay(_ letter: DeadLetter, last word: String) throws(QueueFault) -> UInt64 {
        guard let bytes = letter.encoded() else { throw QueueFault(.other, "no JSON") }
        return try WorkQueue.insisting(until: Deadline(in: Self.patience)) { () throws(QueueFault) in
            try queue.streams.store(
                bytes, on: queue.layout.dead(of: letter.run),
                identity: "\(letter.run).\(delivery.address.sequence).\(word)")
        }
    }

    private func refuse(_ reason: FleetJob.Unreadable) async -> Outcome {
        switch reason {
        case .newer:
            return await leave(
                "A later version of affix has written a job; it is left to other machines", after: Self.newerPause)
        case .nonsense:
            await lane.run { try? delivery.terminate(in: queue) }
            return .left("A message of the queue was no job; it was taken out")
        }
    }

    private func leave(_ words: String, after pause: Duration) async -> Outcome {
        await lane.run { try? delivery.giveBack(to: queue, after: pause) }
        return .left(words)
    }
}
