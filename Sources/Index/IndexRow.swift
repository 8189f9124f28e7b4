/// One answer of the index, with what it is about.
package struct IndexRow: Sendable {
    /// The source as it may be shown.
    package let source: String
    package let profile: String
    package let rulebook: String
    package let entry: IndexEntry

    package init(source: String, profile: String, rulebook: String, entry: IndexEntry) {
        self.source = source
        self.profile = profile
        self.rulebook = rulebook
        self.entry = entry
    }
}
