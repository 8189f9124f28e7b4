/// How the rendition came to be.
public enum RenderPath: String, Codable, Sendable {
    /// The bytes as they were.
    case pass
    /// Decoded and encoded.
    case render
}
