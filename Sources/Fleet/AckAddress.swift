/// What the reply subject of a message from a JetStream consumer says about its delivery.
///
/// `$JS.ACK.<stream>.<consumer>.<deliveries>.<stream sequence>.<consumer sequence>.<time>.<pending>`; servers with a
/// domain put domain and account before the stream and a random word behind (NATS architecture decision 15).
struct AckAddress: Hashable, Sendable {
    /// How often the message has been delivered, this time included.
    let deliveries: Int
    /// Its place in the stream.
    let sequence: UInt64

    /// Reads a subject; `nil` when it is none of those.
    init?(_ subject: String) {
        let words = subject.split(separator: ".", omittingEmptySubsequences: false)
        guard words.count >= 9, words[0] == "$JS", words[1] == "ACK" else { return nil }
        let offset = words.count >= 11 ? 4 : 2
        guard let deliveries = Int(words[offset + 2]), deliveries > 0, let sequence = UInt64(words[offset + 3]) else {
            return nil
        }
        self.deliveries = deliveries
        self.sequence = sequence
    }
}
