/// How the rendition came to be.
public enum RenderPath: String, Codable, Sendable {
    /// The bytes as they were.
    case pass
    /// Written anew around the same coded pictures and sounds, without loss.
    case remux
    /// Decoded and encoded.
    case render
}
