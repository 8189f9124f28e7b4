/// What the bytes of one file are, found by reading their structure without decoding a pixel or a sample.
public struct MediaFacts: Hashable, Sendable {
    /// Whether the file reaches its own end.
    public enum Wholeness: String, Codable, Sendable {
        /// Every part the format promises is there.
        case complete
        /// The file ends before the format says it does.
        case truncated
        /// The structure contradicts itself.
        case corrupt
    }

    /// What the bytes are.
    public var kind: MediaKind
    /// The size of the file in bytes.
    public var bytes: Int
    /// Width in pixels as displayed, that is after the orientation was applied.
    public var width: Int?
    /// Height in pixels as displayed, that is after the orientation was applied.
    public var height: Int?
    /// The Exif orientation, 1 to 8; for movies the one equal to the track's rotation.
    public var orientation: Int
    /// Whether pixels can be transparent.
    public var alpha: Bool
    /// Pictures in the sequence: 1 for a still; `nil` where counting has no meaning.
    public var frames: Int?
    /// Playing time in seconds.
    public var duration: Double?
    /// Codec names, the picture's first, such as `h264` and `aac`.
    public var codecs: [String]
    /// Whether the file reaches its own end.
    public var wholeness: Wholeness
    /// Properties a plan turns on.
    public var traits: Set<MediaTrait>
    /// Properties that break particular clients although iOS itself accepts them.
    public var warnings: [MediaWarning]
    /// What libmagic calls a foreign file; `nil` for a kind that affix reads itself.
    public var description: String?
    /// How the pixels of a picture are coded; `nil` for what is no picture.
    public var coding: PictureCoding?
    /// What plays in a movie or a sound.
    public var tracks: [TrackFacts]
    /// What the file carries beside its picture or sound.
    public var carried: Set<CarriedData>

    /// Makes the facts of a complete still with nothing remarkable about it; readers fill in the rest.
    public init(kind: MediaKind, bytes: Int) {
        self.kind = kind
        self.bytes = bytes
        self.orientation = 1
        self.alpha = false
        self.codecs = []
        self.wholeness = .complete
        self.traits = []
        self.warnings = []
        self.tracks = []
        self.carried = []
    }

    /// The family the kind belongs to.
    public var mediaClass: MediaClass { kind.mediaClass }
    /// Whether this is a picture that moves.
    public var isAnimated: Bool { mediaClass == .image && (frames ?? 1) > 1 }
}

/// A property of a file that decides how it is prepared.
public enum MediaTrait: String, Codable, Sendable, CaseIterable {
    case progressive, interlaced, grey, cmyk, indexed
    /// A JPEG whose components come one after the other: all of it is held while it is decoded, as with `progressive`.
    case multiScan = "multi-scan"
    /// More than 8 bits for each channel.
    case deep
    /// An embedded colour profile.
    case colourProfile = "colour-profile"
    /// Exif, XMP, comments or other text that must not be published.
    case metadata
    /// Bytes after the end of the format.
    case trailingBytes = "trailing-bytes"
    /// Apple's non-standard PNG.
    case cgbi
    case fragmented, encrypted
    /// Nothing in the file can be seen or heard.
    case noPicture = "no-picture"
    /// The index of an MPEG-4 file follows its data.
    case moovLast = "moov-last"
    /// A WAV whose header leaves its length open, or keeps it in the form of 64 bits.
    case openLength = "open-length"
    /// An audio file that carries a cover picture.
    case coverArt = "cover-art"
    /// A variant of its format that affix's decoders do not read; of pictures mostly found only when they are decoded.
    case undecodable
}

/// A property that iOS accepts but some push client does not.
public enum MediaWarning: String, Codable, Sendable, CaseIterable {
    /// One client knows only JPEG files that start with a JFIF segment.
    case jpegWithoutJFIF = "jpeg-without-jfif"
    /// One client knows MP3 only by its ID3 tag.
    case mp3WithoutID3 = "mp3-without-id3"
    /// Playing starts late, and some players refuse.
    case moovLast = "moov-last"
    /// Clients look for the brands isom, mp41, mp42 and `M4A `.
    case unusualBrand = "unusual-brand"
    /// iOS shows the first 30 seconds.
    case longerThanShown = "longer-than-shown"
    /// The picture of a movie is turned by no quarter, slanted, or stretched one way, which players take differently.
    case oddMatrix = "odd-matrix"
    /// An animated PNG may be shown as a still.
    case animatedPNG = "animated-png"
    /// The URL's extension says something else than the bytes.
    case extensionDisagrees = "extension-disagrees"
    /// The origin's Content-Type says something else than the bytes.
    case typeDisagrees = "type-disagrees"
    /// The bytes go on after the end of the picture, movie or sound.
    case trailingBytes = "trailing-bytes"
    /// A JPEG or GIF whose end mark is missing, or a PNG the end of whose compressed pixels is, although every row is there;
    /// or an MP3 whose last frame is cut short.
    case endMissing = "end-missing"
    /// The checksum over the pixels of a PNG is wrong, although every row is there: some decoders refuse it.
    case checksumWrong = "checksum-wrong"
    /// The first picture of an animation shows nothing: whatever shows a still of it stays empty.
    case firstFrameBlank = "first-frame-blank"
    /// A still coded for more light than usual screens have: what does not know that shows it grey or glaring.
    case highDynamicRange = "high-dynamic-range"
    /// iOS shows this type, but push clients do not know it.
    case rareType = "rare-type"
    /// Larger than the profile's goal, though under the cap.
    case overGoal = "over-goal"
    /// A phone on slow 4G needs longer for it than an extension should spend.
    case slowToLoad = "slow-to-load"
    /// Only the beginning was published.
    case trimmed
    /// A picture that moved was published as a still.
    case animationLost = "animation-lost"
    /// A movie was published as a still.
    case movieLost = "movie-lost"
    /// Published without a public https base: no phone can fetch it.
    case notPublic = "not-public"
}
