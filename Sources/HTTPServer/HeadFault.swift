/// What in a head two readers could take for two things, so that nobody may act on it.
package enum HeadFault: Hashable, Sendable {
    /// The body has two lengths, one that is no number, or a coding whose end nobody here knows: a way to smuggle a request
    /// (RFC 9112, 6.3).
    case length
    /// A header's name has a blank, or its value a control character, so that some readers find another header there and others
    /// do not (RFC 9112, 5.1; RFC 9110, 5.5).
    case field
    /// Two hosts are named, or none, which only HTTP/1.0 may do (RFC 9112, 3.2).
    case host
    /// Two callers are named: what stands in front may let in whom the other one would not.
    case credentials
    /// The target has bytes that stand in no address: blanks, control characters, or what is no UTF-8.
    case target
}
