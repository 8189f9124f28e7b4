internal import FoundationEssentials
internal import Rulebook

/// Where a rendition was published.
package struct Publication: Hashable, Sendable {
    package let url: String
    /// SHA-256 of the published bytes, in hexadecimal.
    package let digest: String
    /// Until when it stays at least; RFC 3339 in UTC.
    package let expiresAt: String
    /// Whether a phone can fetch it.
    package let isPublic: Bool

    static let secondsKept = Rulebook.daysKept * 86_400

    /// What was published or renewed just now.
    init(of key: ShelfKey, at address: ShelfAddress) {
        url = address.url(for: key)
        digest = key.digest
        expiresAt = Date().addingTimeInterval(Double(Self.secondsKept)).formatted(.iso8601)
        isPublic = address.isPublic
    }
}
