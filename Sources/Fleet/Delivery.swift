internal import FlowControl

/// A job in the hands of this machine, and what can be said to the queue about it.
struct Delivery: Sendable {
    /// Where the queue hears of it.
    let reply: String
    let address: AckAddress
    let message: [UInt8]

    /// Takes a message of a consumer; `nil` when it is none.
    init?(_ message: Message) {
        guard message.status == nil, let reply = message.reply, let address = AckAddress(reply) else { return nil }
        self.reply = reply
        self.address = address
        self.message = message.bytes
    }

    /// It is done: the queue forgets it.
    ///
    /// Blocks until the queue has said so.
    func finish(in queue: WorkQueue, wait: Duration) throws(QueueFault) {
        try queue.connection.request(Array("+ACK".utf8), on: reply, wait: wait)
    }

    /// It is done, and nobody waits for the queue to hear it: at worst it comes again.
    func forget(in queue: WorkQueue) throws(QueueFault) {
        try queue.connection.publish(Array("+ACK".utf8), on: reply)
    }

    /// It will not be done: the queue forgets it.
    func terminate(in queue: WorkQueue) throws(QueueFault) {
        try queue.connection.publish(Array("+TERM".utf8), on: reply)
    }

    /// It goes to somebody, after a pause.
    func giveBack(to queue: WorkQueue, after pause: Duration = .zero) throws(QueueFault) {
        let nanoseconds = Int64(pause.milliseconds) * 1_000_000
        let words = nanoseconds > 0 ? #"-NAK {"delay":\#(nanoseconds)}"# : "-NAK"
        try queue.connection.publish(Array(words.utf8), on: reply)
    }

    /// It is still being worked on.
    func ping(_ queue: WorkQueue) throws(QueueFault) {
        try queue.connection.publish(Array("+WPI".utf8), on: reply)
    }
}
