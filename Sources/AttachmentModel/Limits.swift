/// What may come in: bounds on the source, not the device's caps on what is published.
///
/// A 30 MB GIF or a 60 MB movie is fetched and made to fit. More bytes than these are refused as `fetch-too-large`; the
/// other bounds have a code each, found before anything is decoded.
public struct SourceLimits: Hashable, Sendable {
    /// Bytes of a picture.
    public var image: Int
    /// Bytes of a movie.
    public var movie: Int
    /// Bytes of audio.
    public var audio: Int
    /// Bytes of a file whose first bytes do not name its class.
    public var unnamed: Int
    /// Pixels of one frame, before a decoder is asked to hold them.
    public var pixels: Int
    /// Frames of an animated picture.
    public var frames: Int
    /// Pixels of all frames of an animated picture together.
    public var totalPixels: Int
    /// Playing time of a movie or of audio.
    public var duration: Duration

    /// Makes limits; the defaults are 64, 512, 128 and 64 MB, 50 megapixels, 3000 frames, 500 megapixels in all frames
    /// together and one hour.
    ///
    /// 3000 frames are a minute at 50 a second, more than any push shows. 500 megapixels of a GIF are about what one core
    /// decodes in the eight seconds that a picture may take.
    public init(
        image: Int = 64_000_000, movie: Int = 512_000_000, audio: Int = 128_000_000, unnamed: Int = 64_000_000,
        pixels: Int = 50_000_000, frames: Int = 3_000, totalPixels: Int = 500_000_000,
        duration: Duration = .seconds(3_600)
    ) {
        self.image = image
        self.movie = movie
        self.audio = audio
        self.unnamed = unnamed
        self.pixels = pixels
        self.frames = frames
        self.totalPixels = totalPixels
        self.duration = duration
    }

    /// The limit in bytes for a class; `foreign` means not yet named.
    public func bytes(for mediaClass: MediaClass) -> Int {
        switch mediaClass {
        case .image: image
        case .movie: movie
        case .audio: audio
        case .foreign: unnamed
        }
    }
}

/// How long each stage may take inside the request's own deadline.
public struct StageBudgets: Hashable, Sendable {
    /// Everything of the fetch together.
    public var fetch: Duration = .seconds(10)
    /// Resolving the host name.
    public var name: Duration = .seconds(2)
    /// Reaching the host, TLS included.
    public var connect: Duration = .seconds(2)
    /// From the request sent to the first byte of the answer.
    public var firstByte: Duration = .seconds(4)
    /// How long a transfer may run below `stallRate`.
    public var stall: Duration = .seconds(3)
    /// The rate, in bytes a second, below which a transfer counts as stalled.
    public var stallRate: Int = 1_000
    /// Reading the structure of the file.
    public var recognize: Duration = .seconds(1)
    /// Rendering a picture.
    public var renderPicture: Duration = .seconds(8)
    /// Making a movie, be it packed anew, cut or encoded.
    public var renderMovie: Duration = .seconds(90)
    /// Making a sound.
    public var renderAudio: Duration = .seconds(20)
    /// Finding the frame that stands for a movie.
    public var renderPoster: Duration = .seconds(20)
    /// Writing the rendition to the shelf.
    public var publish: Duration = .seconds(4)

    /// The defaults.
    public init() {}

    /// Rendering a file of a class.
    public func render(_ mediaClass: MediaClass) -> Duration {
        switch mediaClass {
        case .movie: renderMovie
        case .audio: renderAudio
        case .image, .foreign: renderPicture
        }
    }
}
