/// One thing to prepare.
public struct AttachmentRequest: Sendable {
    /// Where the media comes from.
    public var source: MediaSource
    /// What to make of it.
    public var profile: AttachmentProfile
    /// Further renditions to make of the same download.
    public var variants: [VariantRequest]
    /// How long the whole preparation may take; the stages' own budgets lie inside it.
    public var timeout: Duration
    /// How long it may take when the source turns out to be a movie or a sound; `nil` for no longer than anything else.
    public var movieTimeout: Duration?
    /// The caller's own name for this request; without one the receipt is named by a digest.
    public var id: String?
    /// A file that gets a copy of the rendition, replaced as a whole or not at all.
    public var copyPath: String?

    /// Makes a request with the defaults: profile `push`, answered within 15 seconds.
    public init(
        _ source: MediaSource, profile: AttachmentProfile = .push, variants: [VariantRequest] = [],
        timeout: Duration = .seconds(15), movieTimeout: Duration? = nil, id: String? = nil, copyPath: String? = nil
    ) {
        self.source = source
        self.profile = profile
        self.variants = variants
        self.timeout = timeout
        self.movieTimeout = movieTimeout
        self.id = id
        self.copyPath = copyPath
    }
}
