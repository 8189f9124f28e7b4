internal import AttachmentModel

/// One answer of the index, with what it is about.
package struct IndexRow: Sendable {
    /// What its store finds it by.
    package let name: String
    /// The source as a block list has it; `nil` for one that an earlier version of affix remembered.
    package let origin: String?
    /// The source as it may be shown.
    package let source: String
    package let profile: String
    package let rulebook: String
    package let entry: IndexEntry

    package init(name: String, origin: String?, source: String, profile: String, rulebook: String, entry: IndexEntry) {
        self.name = name
        self.origin = origin
        self.source = source
        self.profile = profile
        self.rulebook = rulebook
        self.entry = entry
    }

    /// All that a block list may name it by: its source, the bytes of that, and what was published of them.
    package var keys: [BlockKey] {
        var keys = origin.map { [BlockKey(origin: $0, shown: source)] } ?? []
        guard case .receipt(let receipt) = entry.answer else { return keys }
        if let bytes = receipt.source.digest { keys.append(BlockKey(digest: bytes)) }
        return keys + receipt.published.map { BlockKey(published: $0.digest, $0.facts, at: $0.url) }
    }
}
