/// What came in: enough to recognise a source again without its secrets.
public struct SourceSummary: Hashable, Codable, Sendable {
    /// The source, redacted.
    public var url: String
    /// SHA-256 of the fetched bytes, in hexadecimal.
    public var digest: String?
    /// What the fetched bytes are.
    public var facts: MediaFacts?

    /// Makes a summary.
    public init(url: String, digest: String? = nil, facts: MediaFacts? = nil) {
        self.url = url
        self.digest = digest
        self.facts = facts
    }
}
