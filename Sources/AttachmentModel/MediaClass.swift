/// The family a file belongs to, which decides its cap and how it is prepared.
public enum MediaClass: String, Codable, Sendable, CaseIterable {
    /// Still and animated pictures.
    case image
    /// Anything with a video track.
    case movie
    /// Sound without a picture.
    case audio
    /// Nothing that can be made into an attachment.
    case foreign
}
