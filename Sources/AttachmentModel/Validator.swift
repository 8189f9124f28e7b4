/// What a host gave out to ask later whether a file has changed (RFC 9110, section 8.8).
public struct Validator: Hashable, Codable, Sendable {
    /// The ETag, as sent.
    public let etag: String?
    /// The Last-Modified date, as sent.
    public let lastModified: String?

    /// Makes a validator of headers as they were sent; `nil` when neither can be sent back.
    public init?(etag: String?, lastModified: String?) {
        self.etag = etag.flatMap { Self.isTag($0) ? $0 : nil }
        self.lastModified = lastModified.flatMap { Self.isPlain($0) ? $0 : nil }
        guard self.etag != nil || self.lastModified != nil else { return nil }
    }

    /// Whether an ETag promises the same bytes, and not only much the same content.
    package static func isStrong(_ etag: String) -> Bool {
        etag.hasPrefix("\"") && isTag(etag)
    }

    private static func isTag(_ text: String) -> Bool {
        let opaque = text.hasPrefix("W/") ? text.dropFirst(2) : text[...]
        return opaque.utf8.count >= 2 && opaque.hasPrefix("\"") && opaque.hasSuffix("\"") && isPlain(text)
            && !opaque.dropFirst().dropLast().contains("\"")
    }

    /// No longer than what reports keep, so that a cut one is never sent.
    private static func isPlain(_ text: String) -> Bool {
        (1..<OriginReport.mostHeaderCharacters).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}

extension OriginReport {
    /// Characters of a header that a report keeps: a host must not make a receipt of any size.
    package static let mostHeaderCharacters = 200

    /// What to ask with later whether the file has changed.
    public var validator: Validator? { Validator(etag: etag, lastModified: lastModified) }
}
