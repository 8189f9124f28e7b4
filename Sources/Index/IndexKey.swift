package import AttachmentModel
internal import Digests
internal import FoundationEssentials

/// Names what an answer depends on: the source, the profile and the version of the rules.
package struct IndexKey: Hashable, Sendable {
    /// SHA-256 in hexadecimal: the index holds no full link, as one may be a secret.
    package let text: String
    /// The source as it may be shown.
    package let source: String
    package let profile: String
    package let rulebook: String
    /// Whether it is about a URL.
    package let isLink: Bool

    /// Makes a key; `nil` for a source that cannot be named before it is read.
    package init?(_ source: MediaSource, profile: AttachmentProfile, rulebook: String) {
        let identity: String
        if case .link = source { isLink = true } else { isLink = false }
        switch source {
        case .link(let link): identity = "link " + link
        case .file(let path):
            identity = "file " + (path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path)
        case .held(let file): identity = "bytes " + file.digest
        case .standardInput, .data, .bytes: return nil
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let made = try? encoder.encode(profile) else { return nil }
        text = SHA256.digest(of: "\(rulebook)\n\(String(decoding: made, as: UTF8.self))\n\(identity)")
        self.source = source.redacted
        self.profile = profile.name
        self.rulebook = rulebook
    }
}
