/// What a sender wants to publish, as data: chosen by name, or given inline.
public struct AttachmentProfile: Hashable, Codable, Sendable {
    /// How the picture meets the profile's width and height.
    public enum Geometry: String, Codable, Sendable, CaseIterable {
        /// Fill the frame and cut what stands over.
        case crop
        /// Stay inside the frame; nothing is cut.
        case fit
        /// Stay inside the frame and fill what is left with the background.
        case pad
        /// Leave the size as it is.
        case keep
    }

    /// What a still picture is encoded as.
    public enum Format: String, Codable, Sendable, CaseIterable {
        /// PNG where pixels are transparent or where it shows flat colours better, else JPEG.
        case auto
        /// Always JPEG; what is transparent shows the background.
        case jpeg
        /// Always PNG.
        case png
    }

    /// What becomes of a picture that moves.
    public enum Animation: String, Codable, Sendable, CaseIterable {
        /// It goes on moving, if its goal can be met.
        case keep
        /// Its first frame is published.
        case still
        /// It becomes a movie without sound where it is larger than iOS takes, and else goes on moving as it is.
        case movie
    }

    /// What becomes of a movie that is longer than is shown of it.
    public enum Movie: String, Codable, Sendable, CaseIterable {
        /// It stays as long as it is, with a warning.
        case keep
        /// It ends where nothing more is shown.
        case trim
        /// The same; and of a movie that cannot be made fit for iOS its poster is published.
        case poster
        /// It is refused.
        case refuse

        /// Whether a movie ends where nothing more is shown of it.
        public var trims: Bool { self == .trim || self == .poster }
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
    /// Which part a crop keeps.
    public var gravity: Gravity
    /// Whether a picture smaller than the frame is enlarged to it.
    public var enlarge: Bool
    /// What shows around a padded picture, and through a transparent one that becomes a JPEG.
    public var background: Colour
    /// What a still picture is encoded as.
    public var format: Format
    /// Bytes to aim for.
    public var goals: Goals
    /// What becomes of a picture that moves.
    public var animation: Animation
    /// What becomes of a movie that is longer than `longest`.
    public var movie: Movie
    /// Seconds of a movie that are shown; iOS shows 30.
    public var longest: Int
    /// The longest side in pixels of a movie that has to be encoded anew.
    public var movieSide: Int
    /// The JPEG quality to start from, 1 to 100.
    public var quality: Int
    /// The JPEG quality below which a picture over its goal becomes smaller instead, 1 to 100.
    public var floor: Int
    /// Whether a file the device would not take is converted (`true`) or only refused with the reason (`false`).
    public var rescue: Bool

    /// Makes a profile.
    public init(
        name: String, geometry: Geometry, width: Int, height: Int, gravity: Gravity = .centre, enlarge: Bool = false,
        background: Colour = .white, format: Format = .auto, goals: Goals = Goals(), animation: Animation = .keep,
        movie: Movie = .trim, longest: Int = 30, movieSide: Int = 1280, quality: Int = 82, floor: Int = 60,
        rescue: Bool = true
    ) {
        self.name = name
        self.geometry = geometry
        self.width = width
        self.height = height
        self.gravity = gravity
        self.enlarge = enlarge
        self.background = background
        self.format = format
        self.goals = goals
        self.animation = animation
        self.movie = movie
        self.longest = longest
        self.movieSide = movieSide
        self.quality = quality
        self.floor = floor
        self.rescue = rescue
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
        goals: Goals(still: 10_000_000, animation: 10_000_000, movie: 50_000_000, audio: 5_000_000), movie: .keep,
        movieSide: mostMovieSide, quality: 92)

    /// The profiles known by name.
    public static let named: [AttachmentProfile] = [push, banner, lite, original]
}
