public import AttachmentModel

/// One record of a manifest, with its place.
public struct ManifestEntry: Sendable {
    /// The manifest it stands in, as it was named.
    public let manifest: String
    /// The line it begins on, from 1.
    public let line: Int
    /// The name that it gives its item, as far as it can be read, whatever else is wrong.
    public let id: String?
    /// What it asks for, or what is wrong with it.
    public let content: Result<ManifestItem, PreparationError>

    package init(manifest: String, line: Int, id: String? = nil, content: Result<ManifestItem, PreparationError>) {
        self.manifest = manifest
        self.line = line
        self.id = id
        self.content = content
    }

    /// The place as a person looks for it.
    public var place: String { "\(manifest):\(line)" }
}
