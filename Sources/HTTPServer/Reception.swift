internal import FlowControl

/// What is to be done with a request whose head has come.
package enum Reception: Sendable {
    /// It is answered at once, and its body is not read. Nothing that blocks may have led to it.
    case answer(Answer)
    /// Its body is read into memory, up to a limit, within a time; then the work begins.
    ///
    /// The work is cancelled when its client goes away.
    case read(atMost: Int, within: Duration, then: @Sendable ([UInt8]) async -> Answer)
}

/// What stands behind a server.
package protocol RequestHandler: Sendable {
    /// Judges a request by its head; called on the server's threads.
    func receive(_ head: RequestHead) -> Reception

    /// What a body over its limit is answered with.
    func tooLarge(_ head: RequestHead, limit: Int) -> Answer
}
