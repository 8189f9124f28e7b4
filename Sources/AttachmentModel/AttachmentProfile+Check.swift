extension AttachmentProfile {
    /// The largest frame side: what baseline JPEG can hold (ITU-T T.81, B.2.2).
    public static let longestSide = 65_535

    /// The largest frame, in pixels: as large as a source may be.
    public static let mostPixels = 50_000_000

    /// The longest side of a movie: what decoders of H.264 take at level 5.1 (ITU-T H.264, table A-1).
    public static let mostMovieSide = 4_096

    /// Refuses a profile that contradicts itself, in words; the named ones never do.
    public func check() throws(PreparationError) {
        let sides = 1...Self.longestSide
        if geometry != .keep && !(sides.contains(width) && sides.contains(height)) {
            throw fault("geometry \(geometry.rawValue) needs a width and a height from 1 to \(Self.longestSide)")
        }
        if geometry != .keep && width * height > Self.mostPixels {
            throw fault("its frame has more than \(Self.mostPixels / 1_000_000) megapixels")
        }
        if case .focus(let x, let y) = gravity, !(0...1).contains(x) || !(0...1).contains(y) {
            throw fault("the point of gravity lies outside the picture, which reaches from 0,0 to 1,1")
        }
        if !(1...100).contains(quality) || !(1...100).contains(floor) {
            throw fault("quality and floor are from 1 to 100")
        }
        if !(16...Self.mostMovieSide).contains(movieSide) || longest < 1 {
            throw fault("a movie has a side of 16 to \(Self.mostMovieSide) pixels and at least 1 second")
        }
        if [goals.still, goals.animation, goals.movie, goals.audio].contains(where: { $0 < 1 }) {
            throw fault("a goal is at least 1 byte")
        }
    }

    private func fault(_ words: String) -> PreparationError {
        PreparationError(.configurationInvalid, "The profile \(name) cannot be used: \(words)")
    }
}
