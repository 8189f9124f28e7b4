/// How a queue stands.
package struct QueueReport: Sendable {
    /// Jobs that no machine has.
    package let pending: Int
    /// Jobs that machines have.
    package let inWork: Int
    /// Jobs among them that were given out more than once.
    package let redelivered: Int
    /// Requests of machines that wait for jobs.
    package let waiting: Int
    /// Answers that no list has fetched.
    package let results: Int
    /// Jobs that were tried in vain too often.
    package let dead: Int
    /// Bytes of all of them.
    package let bytes: Int
}
