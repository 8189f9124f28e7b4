/// What came of looking at one source without publishing anything.
public struct Inspection: Hashable, Sendable {
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

extension Inspection: Codable {
    private enum CodingKeys: String, CodingKey { case source, facts, verdict, origin, deviceWindow = "device_window" }

    /// Reads what `encode(to:)` wrote.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        source = try values.decode(SourceSummary.self, forKey: .source)
        facts = try values.decode(MediaFacts.self, forKey: .facts)
        verdict = try values.decode(Verdict.self, forKey: .verdict)
        origin = try values.decodeIfPresent(OriginReport.self, forKey: .origin)
    }

    /// Writes what was found, and of media how long phones would need for it as it is.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(source, forKey: .source)
        try values.encode(facts, forKey: .facts)
        try values.encode(verdict, forKey: .verdict)
        try values.encodeIfPresent(origin, forKey: .origin)
        // Follows from the bytes, so that it is never read.
        if facts.mediaClass != .foreign {
            try values.encode(DeviceWindow(bytes: facts.bytes), forKey: .deviceWindow)
        }
    }
}
