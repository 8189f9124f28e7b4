/// What is asked of a host.
package enum HTTPMethod: Sendable {
    case get
    case head
    case delete
    /// Stores a body that is read while it is sent.
    case put(any HTTPSender)
    /// Hands a body over that is read while it is sent.
    case post(any HTTPSender)

    /// What gives the body, if there is one.
    var sender: (any HTTPSender)? {
        switch self {
        case .get, .head, .delete: nil
        case .put(let sender), .post(let sender): sender
        }
    }

    /// Headers that libcurl would add and that are left out: a small body need not wait for leave, which costs a round trip,
    /// and a second where nobody gives it.
    var lines: [String] { if case .post = self { ["Expect:"] } else { [] } }
}
