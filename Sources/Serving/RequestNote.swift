internal import AttachmentModel
internal import FoundationEssentials

/// One request in the log: what a support engineer asks for, and nothing that is a secret.
struct RequestNote: Encodable, Sendable {
    /// When the answer was ready; RFC 3339 in UTC.
    var time = Date().formatted(.iso8601)
    var id: String
    /// The trace it belongs to, where its caller has one.
    var trace: String?
    var method: String
    var route: String
    var status: Int
    /// `ready`, or the code of the problem.
    var result: String?
    /// Of many orders, how many came out as what.
    var results: [String: Int]?
    var milliseconds: Double
    /// Of these, those that each stage of a preparation took; it may have begun before, for somebody else.
    var stages: StageTimings?
    /// What was published.
    var digest: String?
    /// Who asked, by the name of the token.
    var token: String?

    /// The same for a person at a terminal.
    var words: String {
        let time = self.time.dropFirst(11).prefix(8)
        let counts = results.map {
            $0.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        }
        let rest = [result, counts, digest.map { String($0.prefix(12)) }, token].compactMap(\.self)
            .joined(separator: "  ")
        return "\(time)  \(status)  \(method) \(route)  \(milliseconds) ms" + (rest.isEmpty ? "" : "  " + rest) + "\n"
    }
}
