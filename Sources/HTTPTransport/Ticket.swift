internal import AttachmentModel

/// What crosses from the caller to the transport's thread: a call, and where its outcome goes.
struct Ticket: Sendable {
    typealias Outcome = Result<HTTPExchange, PreparationError>

    let number: UInt64
    let call: HTTPCall
    let receiver: any HTTPReceiver
    /// Judges an address at the moment it is dialled.
    let mayDial: @Sendable (_ address: String, _ port: Int) -> Bool
    /// Must be called exactly once.
    let finish: @Sendable (Outcome) -> Void
}
