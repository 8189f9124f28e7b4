package import AttachmentModel
internal import Digests

/// Something that may not be published: a source by what names it, or bytes by their digest.
package struct BlockKey: Hashable, Sendable {
    /// What the list holds: never a full link, as one may be a secret.
    package let text: String
    /// How it is shown.
    package let shown: String
    /// The extension that bytes were published with, where that is known.
    package var fileExtension: String?
    /// Where what was published of them was served, as far as that is known; public addresses, so never a secret.
    package var urls: [String] = []

    /// A source.
    ///
    /// - Parameters:
    ///   - identity: what names it, the same however it is spelled.
    ///   - shown: the source as it may be shown.
    package init(source identity: String, shown: String) {
        text = "source " + Self.origin(of: identity)
        self.shown = shown
    }

    /// A source by what a row of the index has of it.
    package init(origin: String, shown: String) {
        text = "source " + origin
        self.shown = shown
    }

    /// Bytes, of a source or published.
    package init(digest: String, fileExtension: String? = nil, urls: [String] = []) {
        text = "digest " + digest
        shown = digest
        self.fileExtension = fileExtension
        self.urls = urls
    }

    init(text: String, shown: String, fileExtension: String?, urls: [String]) {
        self.text = text
        self.shown = shown
        self.fileExtension = fileExtension
        self.urls = urls
    }

    /// A published file, with its address where that is a public one.
    package init(published digest: String, _ facts: MediaFacts, at url: String) {
        self.init(
            digest: digest, fileExtension: facts.kind.fileExtension, urls: url.isPublicLink ? [url] : [])
    }

    /// Takes over what another one knows of the same thing.
    package mutating func learn(from other: BlockKey) {
        fileExtension = fileExtension ?? other.fileExtension
        urls += other.urls.filter { !urls.contains($0) }
    }

    /// Each thing once, in the order in which it came first, with all that is known of it.
    package static func distinct(_ keys: [BlockKey]) -> [BlockKey] {
        var places: [BlockKey: Int] = [:]
        var kept: [BlockKey] = []
        for key in keys {
            if let place = places[key] {
                kept[place].learn(from: key)
            } else {
                places[key] = kept.count
                kept.append(key)
            }
        }
        return kept
    }

    /// The digest, if it is one.
    package var digest: String? { text.hasPrefix("digest ") ? String(text.dropFirst("digest ".count)) : nil }

    /// The same thing is the same key, whatever else is known of it.
    package static func == (one: BlockKey, other: BlockKey) -> Bool { one.text == other.text }

    package func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// What the index has of a source, if it is one; nothing else has an empty one.
    package var origin: String { text.hasPrefix("source ") ? String(text.dropFirst("source ".count)) : "" }

    /// What the index has of a source in place of what names it.
    package static func origin(of identity: String) -> String { SHA256.digest(of: identity) }
}

extension BlockKey: Codable {
    private enum CodingKeys: String, CodingKey { case text = "key", shown, fileExtension = "extension", urls }
}

extension String {
    /// Whether it is an address that a content network may hold, and no path of this machine.
    package var isPublicLink: Bool { ["https://", "http://"].contains { lowercased().hasPrefix($0) } }
}
