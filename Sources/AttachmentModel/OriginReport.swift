/// What the host of a URL said, as far as it matters to a person or a client.
public struct OriginReport: Hashable, Codable, Sendable {
    /// The status of the last answer.
    public var status: Int
    /// The redirects that were followed, each redacted.
    public var redirects: [String]
    /// The declared type, as sent.
    public var contentType: String?
    /// The declared length in bytes.
    public var contentLength: Int?
    /// The validator of the answer.
    public var etag: String?
    /// When the origin last changed the file, as sent.
    public var lastModified: String?
    /// How the body was encoded, as sent; media should not be.
    public var contentEncoding: String?
    /// Whether and under which name a browser would save the file, as sent.
    public var contentDisposition: String?
    /// How long the answer may be kept, as sent.
    public var cacheControl: String?
    /// What will hurt clients that load the URL themselves.
    public var warnings: [OriginWarning]
    /// Bytes that were fetched of a file of which only parts were needed; `nil` when all of it was fetched.
    public var fetchedBytes: Int?
    /// Milliseconds from the first request to the first byte of the last answer.
    public var firstByteMilliseconds: Double

    private enum CodingKeys: String, CodingKey {
        case status, redirects, contentType = "content_type", contentLength = "content_length", etag
        case lastModified = "last_modified", contentEncoding = "content_encoding"
        case contentDisposition = "content_disposition", cacheControl = "cache_control", warnings
        case fetchedBytes = "fetched_bytes", firstByteMilliseconds = "first_byte_ms"
    }

    /// Makes a report.
    public init(status: Int, firstByteMilliseconds: Double) {
        self.status = status
        self.redirects = []
        self.warnings = []
        self.firstByteMilliseconds = firstByteMilliseconds
    }
}
