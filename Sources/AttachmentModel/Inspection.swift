/// What came of looking at one source without publishing anything.
public struct Inspection: Hashable, Codable, Sendable {
    /// What came in.
    public var source: SourceSummary
    /// What the bytes are.
    public var facts: MediaFacts
    /// Whether iOS would show them, and what affix would do.
    public var verdict: Verdict
    /// What the origin said; `nil` when the source was not a URL.
    public var origin: OriginReport?

    /// Makes an inspection.
    public init(source: SourceSummary, facts: MediaFacts, verdict: Verdict, origin: OriginReport?) {
        self.source = source
        self.facts = facts
        self.verdict = verdict
        self.origin = origin
    }
}
