package import AttachmentModel

/// One thing that a manifest asks for.
package struct ManifestItem: Hashable, Sendable {
    /// The caller's own name for it.
    package let id: String?
    package let source: MediaSource
    /// What to make of it, when it is not what the command says.
    package let profile: AttachmentProfile?

    package init(id: String?, source: MediaSource, profile: AttachmentProfile?) {
        self.id = id
        self.source = source
        self.profile = profile
    }
}
