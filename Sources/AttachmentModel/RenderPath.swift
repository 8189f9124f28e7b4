/// How the rendition came to be.
public enum RenderPath: String, Codable, Sendable {
    /// The bytes as they were.
    case pass
    /// Written anew around the same coded pictures and sounds, without loss.
    case remux
    /// A picture that was decoded and encoded.
    case render
    /// A movie or a sound that was decoded and encoded.
    case transcode
}
