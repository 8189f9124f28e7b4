package import AttachmentModel

/// How a movie or a sound is decoded and encoded anew: decided from its facts and the profile alone, so that the same
/// file always becomes the same bytes.
package struct TranscodeRecipe: Hashable, Codable, Sendable {
    /// How the picture is encoded, as H.264.
    package struct Picture: Hashable, Codable, Sendable {
        /// About the size in pixels, both even; `nil` where only decoding tells that of the source.
        package var box: PixelBox?
        /// No side is longer.
        package var longestSide: Int
        /// Frames a second that it is brought to; `nil` where there are no more than are shown, or nobody knows.
        package var rate: Double?
        /// Whether there may be more frames than are shown, and nobody knows.
        package var mayBeFast: Bool
        /// Bits a second that are not passed for longer than a second.
        package var mostBits: Int
        /// Light beyond that of a usual screen, which is mapped to it.
        package var range: TrackFacts.LightRange?
        /// Whether the source has red, green and blue, or may have.
        package var isRGB: Bool
        /// Whether it was never filmed, and has no half frames.
        package var isDrawn: Bool
        /// Whether the source is of a size whose colours are those of ITU-R BT.709 where nothing is said of them.
        package var isLarge: Bool
        /// Whether nothing is said of them, as far as that was read.
        package var isUntold: Bool
        /// The tag under which what is coded stays as it is; `nil` to encode it anew.
        package var copiedAs: String?
    }

    /// How the sound is encoded, as AAC-LC.
    package struct Sound: Hashable, Codable, Sendable {
        package var bits: Int
        package var channels: Int
        package var sampleRate: Int
        /// Whether what is coded stays as it is.
        package var isCopied: Bool
    }

    /// What the source is.
    package let kind: MediaKind
    /// Whether the source is a stream of pictures without a container.
    package let isBare: Bool
    /// What it becomes: `mp4` or `m4a`.
    package private(set) var result: MediaKind
    package var picture: Picture?
    package var sound: Sound?
    /// Seconds after which it ends; `nil` for all of it.
    package let end: Double?
    /// Seconds that the result should last; `nil` when the file does not say how long it is.
    package let duration: Double?
    /// Bytes to aim for.
    package private(set) var goal: Int
    /// Bytes that are never passed.
    package private(set) var cap: Int

    /// Frames a second of a result; more are not shown any better.
    package static let mostFrames = 30.0
    /// Length that is counted with where a file does not say how long it is.
    static let usualSeconds = 30.0
    /// The share of a goal that is left to pictures and sounds; tables and heads take the rest.
    static let payload = 0.96

    /// `nil` for what is neither a movie nor a sound, nor an animation that may become a movie.
    ///
    /// - Throws: `media-too-long` when the whole of a sound cannot be brought under the cap, and no less is wanted.
    package init?(for facts: MediaFacts, profile: AttachmentProfile) throws(PreparationError) {
        // What is told of no track may have a picture; a container of movies with sounds alone has none.
        let isMovie = facts.mediaClass == .movie && (facts.tracks.isEmpty || !facts.isHeardOnly)
        let hasPicture =
            isMovie || facts.kind == .gif && facts.isAnimated || facts.tracks.contains { $0.role == .picture }
        guard facts.mediaClass == .audio || facts.mediaClass == .movie || hasPicture,
            facts.mediaClass != .foreign
        else { return nil }
        kind = facts.kind
        isBare = facts.isBarePicture
        result = hasPicture ? .mp4 : .m4a
        cap = Rulebook.cap(of: hasPicture ? .movie : .audio)
        goal = min(hasPicture ? profile.goals.movie : profile.goals.audio, cap)
        let longest = Double(profile.longest)
        let isLonger = facts.duration.map { $0 > longest + Rulebook.secondsTolerated } ?? (profile.movie.trims)
        let sound = facts.tracks.first { $0.role == .sound }
        if hasPicture {
            let end = profile.movie.trims && isLonger ? longest : nil
            let duration = facts.duration.map { end == nil ? $0 : longest }
            let seconds = duration ?? Self.usualSeconds
            // Of a file whose streams are not all told beforehand, sound is taken if there is some.
            let isHeard = sound != nil || facts.kind != .gif && !facts.tellsAllTracks
            self.sound = isHeard ? Sound(sound, besidePictureFor: seconds, goal: goal) : nil
            picture = Picture(
                of: facts, side: profile.movieSide, seconds: seconds, goal: goal, soundBits: self.sound?.bits ?? 0)
            (self.end, self.duration) = (end, duration)
            copyWhatPlays(in: facts)
        } else {
            let cap = cap
            let isWhole = facts.duration.map { Sound.fits($0, under: cap) } ?? true
            guard isWhole || profile.movie != .refuse else {
                throw PreparationError(
                    .mediaTooLong,
                    "The \(kind.words) is too long for \(cap / 1_000_000) MB, and the profile refuses that",
                    advice: "Cut it, or have affix do so, by trim for movies")
            }
            end = isWhole ? nil : longest
            duration = isWhole ? facts.duration : longest
            self.sound = Sound(sound, seconds: duration ?? Self.usualSeconds, goal: goal)
        }
    }
}

extension TranscodeRecipe {
    /// The same without a picture, for a movie in which decoding found none; `nil` where there is nothing else.
    package var soundAlone: TranscodeRecipe? {
        guard picture != nil, sound != nil, kind != .gif else { return nil }
        var recipe = encoded
        recipe.picture = nil
        recipe.result = .m4a
        recipe.cap = Rulebook.cap(of: .audio)
        recipe.goal = min(goal, recipe.cap)
        return recipe
    }

    /// Bytes beyond which a result is of no use, and encoding ends.
    package var mostBytes: Int {
        // A sound that gets no smaller may have all that is legal.
        (picture == nil && sound?.isLowest == true ? cap : min(cap, 2 * goal)) + 1_000_000
    }

    /// Whether only a part of the source is kept.
    package var isTrimming: Bool { end != nil }
}

extension PixelBox {
    /// The longer of its sides.
    var longest: Int { max(width, height) }
}

extension MediaFacts {
    /// Whether every track that plays is a sound, as far as they are told.
    var isHeardOnly: Bool {
        tracks.contains { $0.role == .sound } && !tracks.contains { $0.role == .picture }
    }

    /// Whether every track is told: of some containers none is, and a transport stream may have more than its reader knows.
    var tellsAllTracks: Bool { !tracks.isEmpty && kind != .transportStream }

    /// Whether the picture is of a size whose colours are those of ITU-R BT.709 where nothing is said of them.
    var isLarge: Bool { width ?? 0 >= 1_280 || height ?? 0 >= 720 }

    /// Whether nothing is said of the picture's colours, as far as that was read.
    var hasUntoldColours: Bool { tracks.first { $0.role == .picture }?.colours?.isTold == false }

    /// Whether this is an MPEG picture stream by itself, which its reader marks by the code that it begins with.
    var isBarePicture: Bool { kind == .mpeg && tracks.first?.tag == "0xb3" }
}
