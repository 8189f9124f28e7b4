package import AttachmentModel

extension Receipt {
    /// A file that a receipt speaks of.
    package struct Published: Hashable, Sendable {
        package let digest: String
        package let facts: MediaFacts
        package let url: String
    }

    /// The attachment itself, and then its variants.
    package var published: [Published] {
        [Published(digest: digest, facts: facts, url: url)]
            + variants.compactMap { try? $0.outcome.get() }.map {
                Published(digest: $0.digest, facts: $0.facts, url: $0.url)
            }
    }
}
