/// One message as it came.
struct Message: Hashable, Sendable {
    let subject: String
    /// Where an answer is expected.
    let reply: String?
    /// What the server says in place of a message, such as 408 for a request whose time is over; `nil` for a message.
    let status: Int?
    /// How many of the messages that were asked for do not come any more.
    let unfilled: Int?
    let bytes: [UInt8]
}
