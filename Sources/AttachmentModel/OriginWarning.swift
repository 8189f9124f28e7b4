/// Something about a host's answer that hurts push clients which load the URL themselves.
public enum OriginWarning: String, Codable, Sendable, CaseIterable {
    /// The URL redirects: each hop costs time, and some clients follow none.
    case redirects
    /// The body has a content encoding: lengths and ranges are those of the packed bytes.
    case contentEncoding = "content-encoding"
    /// No Content-Type, or one that says nothing.
    case typeMissing = "type-missing"
    /// The answer asks to be saved as a file, which names what clients store.
    case attachmentDisposition = "attachment-disposition"
    /// The answer may not be kept: every phone loads it anew.
    case notCacheable = "not-cacheable"
    /// The answer may be kept for less than a day.
    case shortLived = "short-lived"
    /// No Content-Length: clients cannot tell a whole file from a cut one.
    case lengthMissing = "length-missing"
    /// The first byte took over two seconds of the thirty that a push has.
    case slowFirstByte = "slow-first-byte"
}
