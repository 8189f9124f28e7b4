/// Why the index could not be used; the work goes on without it.
package struct IndexFault: Error, Hashable, Sendable {
    /// Whether it may be there again for the next item, as when another process has it locked.
    package let mayPass: Bool
    /// What happened and what to do, for people.
    package let words: String

    package init(mayPass: Bool, words: String) {
        self.mayPass = mayPass
        self.words = words
    }
}
