package import AttachmentModel
internal import Digests
internal import FoundationEssentials

/// Names what an answer depends on: the source, the profile, the variants and the version of the rules.
package struct IndexKey: Hashable, Sendable {
    /// SHA-256 in hexadecimal: the index holds no full link, as one may be a secret.
    package let text: String
    /// The source as it may be shown.
    package let source: String
    package let profile: String
    package let rulebook: String
    /// Whether it is about a URL.
    package let isLink: Bool
    /// The source alone, however it is spelled, as a block list has it.
    package let origin: String?

    /// Makes a key; `nil` for a source that cannot be named before it is read.
    package init?(
        _ source: MediaSource, profile: AttachmentProfile, variants: [VariantRequest] = [], rulebook: String,
        origin: String? = nil
    ) {
        let identity: String
        if case .link = source { isLink = true } else { isLink = false }
        switch source {
        case .link(let link): identity = "link " + link
        case .file(let path):
            identity = "file " + (path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path)
        case .held(let file): identity = "bytes " + file.digest
        case .standardInput, .data, .bytes: return nil
        }
        let renditions = ([.profile(profile)] + variants).map(\.text)
        text = SHA256.digest(of: ([rulebook] + renditions + [identity]).joined(separator: "\n"))
        self.source = source.redacted
        self.origin = origin
        self.profile = profile.name
        self.rulebook = rulebook
    }
}
