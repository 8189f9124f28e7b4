internal import FlowControl

/// What is to be done with a request whose head has come.
package enum Reception: Sendable {
    /// It is answered at once, and its body is not read. Nothing that blocks may have led to it.
    case answer(Answer)
    /// Its body is read into memory, up to a limit, within a time; then the work begins.
    ///
    /// The work is cancelled when its client goes away.
    case read(atMost: Int, within: Duration, then: @Sendable ([UInt8]) async -> Answer)
    /// Its body is handed on as it comes, within a time; then the work begins, as above.
    case take(any BodyIntake, within: Duration, then: @Sendable () async -> Answer)
}

/// Takes the body of one request in, so that it need never be in memory as a whole.
///
/// What it holds goes with it: a server lets go of it when its connection ends before the body does.
package protocol BodyIntake: AnyObject, Sendable {
    /// Takes a piece; called on the server's threads, one piece after the other.
    ///
    /// - Returns: what the request is answered with instead of being worked on; it gets no further piece then.
    func take(_ bytes: Span<UInt8>) -> Answer?
}

/// What stands behind a server.
package protocol RequestHandler: Sendable {
    /// The file that is all the answer to a request that says nothing but its target; `nil` where it is no file's, or has to
    /// be judged. Called on the server's threads, for what is asked for most.
    ///
    /// - Parameter target: path and query as they were sent.
    func file(for target: String) -> FileAnswer?

    /// Judges a request by its head; called on the server's threads.
    func receive(_ head: RequestHead) -> Reception

    /// What a body over its limit is answered with.
    func tooLarge(_ head: RequestHead, limit: Int) -> Answer

    /// What a body is answered with that does not come in time; its connection ends with it.
    func late(_ head: RequestHead) -> Answer

    /// What a body is answered with for which the others leave no memory; it is not worked on.
    func crowded(_ head: RequestHead) -> Answer

    /// What a head is answered with that nobody may act on; its connection ends with it.
    func unclear(_ head: RequestHead, _ fault: HeadFault) -> Answer

    /// Hears that the server ends: work is cancelled from here on, and not because its client has gone.
    ///
    /// - Returns: what a request is answered with whose work gives no answer then.
    func cutOff() -> Answer
}
