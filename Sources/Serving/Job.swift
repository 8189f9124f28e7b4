internal import AttachmentModel

/// An order that nobody waits for: it is kept until it is done, whatever becomes of this process meanwhile.
struct Job: Sendable {
    let id: String
    /// The order as it was sent.
    let order: [UInt8]
    /// Whom to tell of its end; `nil` when nobody asked for that, or it is over.
    var callback: String?
    /// What links it to its caller's work, as `traceparent` has it.
    var trace: String?
    /// Seconds since 1970.
    let madeAt: Int
    var endedAt: Int?
    /// What came of it, as JSON; `nil` while it is not done.
    var attachment: String?
}
