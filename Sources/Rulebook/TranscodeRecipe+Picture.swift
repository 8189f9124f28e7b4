internal import AttachmentModel
internal import Glibc

extension TranscodeRecipe.Picture {
    /// Bits for each pixel below which a smaller picture looks better than a coarse one.
    ///
    /// x264 at its preset `veryfast` needs about so many for a picture in motion.
    private static let leastBitsPerPixel = 0.04
    /// What devices must take at level 4.0 (ITU-T H.264, table A-1).
    private static let mostBits = 20_000_000
    private static let leastBits = 40_000
    private static let leastSide = 96.0

    init(of facts: MediaFacts, side: Int, seconds: Double, goal: Int, soundBits: Int) {
        longestSide = side
        let track = facts.tracks.first { $0.role == .picture }
        var sourceRate: Double?
        if let samples = track?.samples, let duration = track?.duration ?? facts.duration, samples > 1, duration > 0 {
            sourceRate = Double(samples) / duration
        } else if facts.kind == .gif, let frames = facts.frames, let duration = facts.duration, duration > 0 {
            sourceRate = Double(frames) / duration
        }
        let most = TranscodeRecipe.mostFrames
        // A whole part of the source's own rate, so that all frames that are kept are equally far apart.
        rate = sourceRate.flatMap { $0 > most + 0.5 && $0 < 1_000 ? $0 / ($0 / most).rounded(.up) : nil }
        mayBeFast = sourceRate == nil
        range = track?.range
        isDrawn = facts.kind == .gif
        isRGB = isDrawn || track.map(Self.mayBeRGB) ?? false
        isUntold = facts.hasUntoldColours
        isLarge = facts.isLarge
        let budget = TranscodeRecipe.payload * Double(goal) * 8 - Double(soundBits) * seconds
        // One second more: the encoder may begin with a full second's bits in hand.
        mostBits = Int(min(max(budget / (seconds + 1), Double(Self.leastBits)), Double(Self.mostBits)))
        guard let width = facts.width, let height = facts.height, width > 0, height > 0 else { return }
        let frames = min(rate ?? sourceRate ?? most, most)
        let box = Self.box(width, height, side: side, framesPerSecond: frames, bits: Double(mostBits))
        self.box = box
        if box.longest < max(width, height) - 1 { longestSide = box.longest }
    }

    /// Codecs, by the names that readers give them, which code red, green and blue, or may.
    private static let codecsOfRGB: Set<String> = [
        "png", "rle", "rle ", "raw", "raw ", "ffv1", "v_ffv1", "hfyu", "ffvh", "ulrg", "ulra", "v_uncompressed",
    ]

    private static func mayBeRGB(_ track: TrackFacts) -> Bool {
        track.profile == "high 4:4:4" || [track.codec, track.tag].contains { $0.map(codecsOfRGB.contains) == true }
    }

    /// The size with both sides even and none over `side`, smaller where there are too few bits for it.
    static func box(_ width: Int, _ height: Int, side: Int, framesPerSecond: Double, bits: Double) -> PixelBox {
        let (width, height) = (Double(width), Double(height))
        var scale = min(1, Double(side) / max(width, height))
        let enough = (bits / (leastBitsPerPixel * framesPerSecond * width * height)).squareRoot()
        scale = min(scale, max(enough, leastSide / max(width, height)))
        return PixelBox(width: even(width * scale), height: even(height * scale))
    }

    private static func even(_ side: Double) -> Int { max(2, Int(side / 2 + 0.01) * 2) }

    /// The same with fewer bits, and where there were hardly enough of them also fewer pixels.
    func reduced(to share: Double, framesPerSecond: Double) -> Self {
        var picture = self
        picture.mostBits = max(Self.leastBits, Int(Double(mostBits) * share))
        picture.longestSide = max(Int(Self.leastSide), longestSide * 3 / 4)
        guard let box else { return picture }
        let smaller = Self.box(
            box.width, box.height, side: picture.longestSide, framesPerSecond: framesPerSecond,
            bits: Double(picture.mostBits))
        picture.box = smaller
        if smaller.longest < box.longest { picture.longestSide = smaller.longest }
        return picture
    }
}
