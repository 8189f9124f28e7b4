/// What a sender wants to publish, as data: chosen by name, or given inline.
public struct AttachmentProfile: Hashable, Codable, Sendable {
    /// How the picture meets the profile's width and height.
    public enum Geometry: String, Codable, Sendable {
        /// Fill the frame and cut what stands over.
        case crop
        /// Leave the size as it is.
        case keep
    }

    /// What becomes of a picture that moves.
    public enum Animation: String, Codable, Sendable, CaseIterable {
        /// It goes on moving, if its goal can be met.
        case keep
        /// Its first frame is published.
        case still
    }

    /// Bytes to aim for, for each class; a cap is a matter of the rulebook, not of the profile.
    public struct Goals: Hashable, Codable, Sendable {
        /// A still picture.
        public var still: Int
        /// An animated picture.
        public var animation: Int
        /// A movie.
        public var movie: Int
        /// Audio.
        public var audio: Int

        /// Makes a set of goals; the defaults are those of `push`.
        public init(still: Int = 300_000, animation: Int = 3_000_000, movie: Int = 5_000_000, audio: Int = 1_000_000) {
            self.still = still
            self.animation = animation
            self.movie = movie
            self.audio = audio
        }
    }

    /// The name it is chosen by.
    public var name: String
    /// How the picture meets `width` and `height`.
    public var geometry: Geometry
    /// Width of the frame in pixels.
    public var width: Int
    /// Height of the frame in pixels.
    public var height: Int
    /// Bytes to aim for.
    public var goals: Goals
    /// What becomes of a picture that moves.
    public var animation: Animation
    /// The JPEG quality to start from, 1 to 100.
    public var quality: Int
    /// Whether a file the device would not take is converted (`true`) or only refused with the reason (`false`).
    public var rescue: Bool

    /// Makes a profile.
    public init(
        name: String, geometry: Geometry, width: Int, height: Int, goals: Goals = Goals(), quality: Int = 82,
        rescue: Bool = true, animation: Animation = .keep
    ) {
        self.name = name
        self.geometry = geometry
        self.width = width
        self.height = height
        self.goals = goals
        self.quality = quality
        self.rescue = rescue
        self.animation = animation
    }
}

extension AttachmentProfile {
    /// A square of 1024 pixels: about the largest picture an extension with 24 MB can decode.
    public static let push = AttachmentProfile(name: "push", geometry: .crop, width: 1024, height: 1024)
    /// Two to one, for senders whose expanded view shows a banner.
    public static let banner = AttachmentProfile(name: "banner", geometry: .crop, width: 1024, height: 512)
    /// A small square for older devices and slow networks.
    public static let lite = AttachmentProfile(
        name: "lite", geometry: .crop, width: 512, height: 512, goals: Goals(still: 100_000))
    /// Full size, re-encoded only where it must be.
    public static let original = AttachmentProfile(
        name: "original", geometry: .keep, width: 0, height: 0,
        goals: Goals(still: 10_000_000, animation: 10_000_000, movie: 50_000_000, audio: 5_000_000), quality: 92)

    /// The profiles known by name.
    public static let named: [AttachmentProfile] = [push, banner, lite, original]
}
