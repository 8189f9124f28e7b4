/// One track of a movie or a sound file, or the only stream of one that has no tracks.
public struct TrackFacts: Hashable, Sendable {
    /// What a track is for.
    public enum Role: String, Codable, Sendable {
        case picture, sound
        /// A still that lies with the sound, as players show it for a song.
        case cover
        case other
    }

    /// A curve by which light beyond that of a usual screen is coded (ITU-R BT.2100).
    public enum LightRange: String, Codable, Sendable {
        /// Perceptual quantisation.
        case pq
        /// Hybrid log-gamma.
        case hlg
    }

    /// What it is for.
    public var role: Role
    /// The codec's name; `nil` when the file does not say.
    public var codec: String?
    /// Four characters or a number by which the container names the codec.
    public var tag: String?
    /// The profile of H.264 or HEVC in words, such as `high`.
    public var profile: String?
    /// The level of H.264 or HEVC, such as 3.1.
    public var level: Double?
    /// Size in pixels as displayed.
    public var width, height: Int?
    /// The Exif orientation that equals the track's rotation.
    public var orientation: Int?
    /// How a picture of more than the usual range of light is coded.
    public var range: LightRange?
    /// What the samples of a picture mean as light, by its container or its codec's own head; `nil` where neither was read.
    public var colours: ColourCoding?
    /// Playing time in seconds.
    public var duration: Double?
    /// Frames of picture or packets of sound.
    public var samples: Int?
    /// Samples a second of a sound.
    public var sampleRate: Int?
    /// Channels of a sound.
    public var channels: Int?
    /// Whether it needs a key.
    public var isEncrypted: Bool

    /// Makes a track of which nothing is known but its role.
    public init(_ role: Role, codec: String? = nil) {
        self.role = role
        self.codec = codec
        isEncrypted = false
    }
}

extension TrackFacts: Codable {
    private enum CodingKeys: String, CodingKey {
        case role, codec, tag, profile, level, width, height, orientation, range, colours, duration, samples
        case sampleRate = "sample_rate"
        case channels
        case isEncrypted = "encrypted"
    }
}
