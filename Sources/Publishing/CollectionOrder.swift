package import AttachmentModel

/// What a collection is asked to do.
package struct CollectionOrder: Sendable {
    /// Seconds since 1970.
    package let now: Int
    /// Whether what is found is removed; if not, it is only counted.
    package let removes: Bool
    /// Whether the bytes of what stays are compared with their names.
    package let verifies: Bool
    /// Until when something else wants a digest to stay, in seconds since 1970; it may block.
    package let keepUntil: @Sendable (_ digest: String) throws(PreparationError) -> Int?

    package init(
        now: Int, removes: Bool, verifies: Bool,
        keepUntil: @escaping @Sendable (_ digest: String) throws(PreparationError) -> Int?
    ) {
        self.now = now
        self.removes = removes
        self.verifies = verifies
        self.keepUntil = keepUntil
    }

    /// Whether a file of a certain time may go.
    package func lets(_ digest: String, of time: Int, keptFor retention: Int) throws(PreparationError) -> Bool {
        guard time < now - retention else { return false }
        return (try keepUntil(digest) ?? 0) < now
    }
}
