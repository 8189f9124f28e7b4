/// Where a rendition was published.
package struct Publication: Hashable, Sendable {
    package let url: String
    /// SHA-256 of the published bytes, in hexadecimal.
    package let digest: String
    /// Until when it stays at least; RFC 3339 in UTC.
    package let expiresAt: String
    /// Whether a phone can fetch it.
    package let isPublic: Bool
}
