/// What is asked of a host.
package enum HTTPMethod: Sendable {
    case get
    case head
    case delete
    /// Stores a body that is read while it is sent.
    case put(any HTTPSender)
}
