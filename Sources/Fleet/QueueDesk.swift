package import AttachmentModel
internal import FlowControl

/// What an operator does with a queue; its calls block.
package struct QueueDesk: Sendable {
    private let queue: WorkQueue

    /// - Throws: `queue-failed` while nobody has made the queue.
    package init(_ queue: WorkQueue) throws(PreparationError) {
        self.queue = queue
        let isThere = try queue.asking { () throws(QueueFault) in
            try queue.streams.consumer(queue.layout.consumer, of: queue.layout.jobs) != nil
        }
        guard isThere else {
            throw PreparationError(
                .queueFailed, "There is no queue \(queue.layout.name) at \(queue.place) yet",
                advice: "The first batch or consume on it makes it; check --queue-name if there should be one")
        }
    }

    /// How it stands.
    package func report() throws(PreparationError) -> QueueReport {
        try queue.asking { () throws(QueueFault) in
            let layout = queue.layout
            let machines = try queue.machines()
            let states = [
                try queue.streams.state(of: layout.jobs), try queue.streams.state(of: layout.results),
                try queue.streams.state(of: layout.dead),
            ]
            return QueueReport(
                pending: Int(clamping: machines.pending), inWork: machines.inWork, redelivered: machines.redelivered,
                waiting: machines.waiting, results: Int(clamping: states[1].messages),
                dead: Int(clamping: states[2].messages), bytes: Int(clamping: states.reduce(0) { $0 + $1.bytes }))
        }
    }

    /// Lends the dead letters, each with the number it is called by, the oldest first.
    package func forEachDeadLetter(_ body: (UInt64, DeadLetter) -> Void) throws(PreparationError) {
        try queue.asking { () throws(QueueFault) in
            try queue.forEachMessage(of: queue.layout.dead) { (sequence, message) throws(QueueFault) in
                if let letter = DeadLetter(message: message.bytes) { body(sequence, letter) }
            }
        }
    }

    /// Puts dead jobs back into the queue, to be tried as often as new ones; gives which those were.
    ///
    /// - Parameter numbers: which; `nil` for all of them.
    package func redrive(_ numbers: Set<UInt64>? = nil) throws(PreparationError) -> Set<UInt64> {
        try queue.asking { () throws(QueueFault) in
            var redriven: Set<UInt64> = []
            try queue.forEachMessage(of: queue.layout.dead) { (sequence, message) throws(QueueFault) in
                guard numbers?.contains(sequence) != false, let letter = DeadLetter(message: message.bytes),
                    let job = letter.job.encoded()
                else { return }
                _ = try queue.streams.store(
                    job, on: queue.layout.jobs(of: letter.run), identity: "\(letter.run).redriven.\(sequence)")
                try queue.streams.delete(sequence, of: queue.layout.dead)
                redriven.insert(sequence)
            }
            return redriven
        }
    }

    /// Takes out every job, answer and dead letter; gives how many that were.
    package func purge() throws(PreparationError) -> Int {
        try queue.asking { () throws(QueueFault) in
            var count: UInt64 = 0
            for stream in [queue.layout.jobs, queue.layout.results, queue.layout.dead] {
                count += try queue.streams.state(of: stream).messages
                try queue.streams.purge(stream)
            }
            return Int(clamping: count)
        }
    }
}

extension WorkQueue {
    /// How long the next message of a stream may take to come.
    private static let readingPatience: Int64 = 5_000
    private static let pieceCount = 256

    /// Lends every message that a stream has now, in order.
    ///
    /// - Parameter first: the place in the stream from which on they are lent.
    func forEachMessage(
        of stream: String, filter: String? = nil, from first: UInt64 = 0,
        _ body: (UInt64, Message) throws(QueueFault) -> Void
    ) throws(QueueFault) {
        let consumer = try streams.makeConsumer(
            nil, of: stream, filter: filter, from: first, ackWait: nil, mostInWork: 0, mostWaiting: 10)
        let inbox = try connection.makeInbox()
        let subscription = try connection.subscribe(to: inbox)
        var left = Int(clamping: consumer.pending)
        var asked = 0
        while left > 0 {
            if asked == 0 {
                asked = min(left, Self.pieceCount)
                try pull(asked, of: consumer.name, in: stream, to: inbox)
            }
            guard let message = try subscription.next(waitMilliseconds: Self.readingPatience) else {
                throw QueueFault(.late, "The stream \(stream) does not give its messages")
            }
            guard let delivery = Delivery(message) else {
                // Some have gone since they were counted, or came too slowly for one request.
                guard let state = try streams.consumer(consumer.name, of: stream) else {
                    throw QueueFault(.late, "The stream \(stream) was not given to its end")
                }
                (asked, left) = (0, Int(clamping: state.pending))
                continue
            }
            asked -= 1
            left -= 1
            try body(delivery.address.sequence, message)
        }
        try streams.deleteConsumer(consumer.name, of: stream)
    }
}
