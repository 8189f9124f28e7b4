/// What a collection of the shelf found and did.
public struct CollectionReport: Hashable, Codable, Sendable {
    /// Whether what had expired was removed; if not, it was only found.
    public var removes: Bool
    /// Files that stay.
    public var kept: Int
    /// Their bytes.
    public var keptBytes: Int
    /// Files whose time is up.
    public var expired: Int
    /// Their bytes.
    public var expiredBytes: Int
    /// Files whose bytes are not those of their names, as paths below the shelf; looked for only when asked to.
    public var damaged: [String]
    /// Answers of the index that nobody asked for any more and that were forgotten.
    public var forgotten: Int

    private enum CodingKeys: String, CodingKey {
        case removes, kept, keptBytes = "kept_bytes", expired, expiredBytes = "expired_bytes", damaged, forgotten
    }

    /// Makes a report.
    public init(
        removes: Bool, kept: Int, keptBytes: Int, expired: Int, expiredBytes: Int, damaged: [String], forgotten: Int
    ) {
        self.removes = removes
        self.kept = kept
        self.keptBytes = keptBytes
        self.expired = expired
        self.expiredBytes = expiredBytes
        self.damaged = damaged
        self.forgotten = forgotten
    }
}
