/// What is wrong with a form.
package struct FormFault: Error, Hashable, Sendable {
    /// One sentence for people.
    package let message: String

    init(_ message: String) { self.message = message }
}
