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
    /// Kept originals whose time is up.
    public var expiredOriginals: Int
    /// Their bytes.
    public var expiredOriginalBytes: Int

    private enum CodingKeys: String, CodingKey {
        case removes, kept, keptBytes = "kept_bytes", expired, expiredBytes = "expired_bytes", damaged, forgotten
        case expiredOriginals = "expired_originals", expiredOriginalBytes = "expired_original_bytes"
    }

    /// Makes a report.
    public init(
        removes: Bool, kept: Int, keptBytes: Int, expired: Int, expiredBytes: Int, damaged: [String], forgotten: Int,
        expiredOriginals: Int = 0, expiredOriginalBytes: Int = 0
    ) {
        self.removes = removes
        self.kept = kept
        self.keptBytes = keptBytes
        self.expired = expired
        self.expiredBytes = expiredBytes
        self.damaged = damaged
        self.forgotten = forgotten
        self.expiredOriginals = expiredOriginals
        self.expiredOriginalBytes = expiredOriginalBytes
    }
}
