/// What is wrong with a query.
package struct QueryFault: Error, Hashable, Sendable {
    /// One sentence for people.
    package let message: String

    init(_ message: String) { self.message = message }
}
