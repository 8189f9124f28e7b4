internal import FoundationEssentials

/// One try to tell somebody of the end of a job, in the log: where to, but never more of the link than its host.
struct CallbackNote: Encodable, Sendable {
    /// RFC 3339 in UTC.
    var time = Date().formatted(.iso8601)
    /// The id of the job.
    var callback: String
    var place: String
    var attempt: Int
    /// What came of it.
    var result: String
    /// The status of the answer, where one came.
    var status: Int?
    /// Why none came.
    var code: String?
    var milliseconds: Double

    /// The same for a person at a terminal.
    var words: String {
        let answer = status.map(String.init) ?? code ?? ""
        return
            "\(time.dropFirst(11).prefix(8))  \(answer)  callback \(attempt) to \(place)  \(milliseconds) ms  \(result)\n"
    }
}
