package import AttachmentModel

/// How the picture that stands for a movie is found, before it is rendered as any other picture.
package struct PosterRecipe: Hashable, Codable, Sendable {
    /// What the source is.
    package let kind: MediaKind
    /// Whether the source is a stream of pictures without a container.
    package let isBare: Bool
    /// The longest side in pixels that frames are drawn with.
    package let longestSide: Int
    /// The size that frames are drawn in, so that rendering only has to cut them; `nil` where they keep theirs.
    package let frame: PixelBox?
    /// Whether they fill that, and stand over; they lie within it otherwise.
    package let isFilling: Bool
    /// Seconds in which it is looked for: behind them a movie has begun.
    package let seconds: Int
    /// Light beyond that of a usual screen, which is mapped to it.
    package let range: TrackFacts.LightRange?
    /// Whether colours of which nothing is said are those of ITU-R BT.709.
    package let isUntoldHD: Bool
    /// Bytes of memory that finding it takes, about.
    package let memory: Int

    static let usualSeconds = 5
    /// ffmpeg and its libraries.
    private static let program = 80e6
    /// Up to 16 decoded frames that others refer to (ITU-T H.264, A.3.1), of 1.5 bytes or twice that, and drawn ones.
    private static let bytesPerPixel = 40.0
    /// The longest side of a frame that stands over, in sides of what it fills.
    private static let excess = 2
    /// The longest side of a frame that is published in full size.
    private static let mostSide = 4_096

    /// - Throws: why there is no picture to take.
    package init(
        for facts: MediaFacts, profile: AttachmentProfile, limits: SourceLimits
    ) throws(PreparationError) {
        if let hopeless = facts.hopelessness(within: limits) { throw hopeless }
        guard facts.mediaClass == .movie else {
            throw PreparationError(
                .renderUnsupported, "Only a movie has a poster, and this is \(facts.kind.wordsForOne)")
        }
        kind = facts.kind
        isBare = facts.isBarePicture
        let side = Self.excess * max(profile.width, profile.height)
        longestSide = profile.geometry == .keep ? Self.mostSide : min(side, Self.mostSide)
        frame = profile.geometry == .keep ? nil : PixelBox(width: profile.width, height: profile.height)
        isFilling = profile.geometry == .crop
        seconds = Self.usualSeconds
        range = facts.tracks.first { $0.role == .picture }?.range
        isUntoldHD = facts.isLarge && facts.hasUntoldColours
        let pixels = Double(facts.width ?? 1_920) * Double(facts.height ?? 1_080)
        memory = Int(min(Self.program + pixels * Self.bytesPerPixel, 1e15))
    }

    /// Pixels of the largest frame that is taken.
    package var mostPixels: Int { longestSide * longestSide }

    /// How a frame is rendered: as the profile says of pictures, and always as a photograph.
    package static func profile(for poster: AttachmentProfile) -> AttachmentProfile {
        var profile = poster
        profile.rescue = true
        if profile.format == .auto { profile.format = .jpeg }
        return profile
    }
}
