public import AttachmentModel

/// One thing that a manifest asks for.
public struct ManifestItem: Hashable, Sendable {
    /// The caller's own name for it.
    public let id: String?
    /// What it is made of.
    public let source: MediaSource
    /// What to make of it, when it is not what the command says.
    public let profile: AttachmentProfile?

    package init(id: String?, source: MediaSource, profile: AttachmentProfile?) {
        self.id = id
        self.source = source
        self.profile = profile
    }
}
