/// What came of one request: where the attachment is, and how it came about.
public struct Receipt: Hashable, Sendable {
    /// Whether there is something to attach.
    public enum Status: String, Codable, Sendable {
        /// The URL can be sent.
        case ready
    }

    /// The caller's id, else a digest of source, profile and rulebook.
    public var id: String
    /// Whether there is something to attach.
    public var status: Status
    /// What to put into the push.
    public var url: String
    /// SHA-256 of the published bytes, in hexadecimal.
    public var digest: String
    /// The published size.
    public var bytes: Int
    /// Until when the URL will be there at least; RFC 3339 in UTC.
    public var expiresAt: String
    /// What was published.
    public var facts: MediaFacts
    /// What came in.
    public var source: SourceSummary
    /// What the origin said; `nil` when the source was not a URL.
    public var origin: OriginReport?
    /// How the rendition came to be.
    public var path: RenderPath
    /// What was done, in order.
    public var steps: [String]
    /// What the receiver will miss.
    public var lost: [String]
    /// What may hurt some client.
    public var warnings: [MediaWarning]
    /// The part that was kept, when something was cut off.
    public var crop: CropReport?
    /// What came of the further renditions that were asked for.
    public var variants: [Variant]
    /// Fetches that were needed; 0 when the source was not a URL.
    public var attempts: Int
    /// The version of the rules this was judged by.
    public var rulebook: String
    /// Whether nothing was rendered because the source is what it was when this was published.
    public var remembered: Bool
    /// Milliseconds by stage.
    public var timings: StageTimings

    /// Makes a receipt of a finished preparation.
    public init(
        id: String, url: String, digest: String, expiresAt: String, facts: MediaFacts, source: SourceSummary,
        origin: OriginReport?, path: RenderPath, rulebook: String
    ) {
        self.id = id
        self.status = .ready
        self.url = url
        self.digest = digest
        self.bytes = facts.bytes
        self.expiresAt = expiresAt
        self.facts = facts
        self.source = source
        self.origin = origin
        self.path = path
        self.steps = []
        self.lost = []
        self.warnings = []
        self.variants = []
        self.attempts = origin == nil ? 0 : 1
        self.rulebook = rulebook
        self.remembered = false
        self.timings = StageTimings()
    }
}
