/// Finds how much of an animation has to be given up to meet its goal, in at most four encodings.
///
/// A value without I/O: it is told how large each encoding came out, or would have, and says what to try next. First
/// colours and small changes are given up, then frames, then size. A GIF that was legal already must not grow: below
/// its own size the first rungs are tried, but no frame is given up for it.
package struct AnimationLadder: Hashable, Sendable {
    /// One way to encode, each smaller than the one before.
    package struct Rung: Hashable, Sendable {
        /// Colours of the palette that all frames share.
        package let colours: Int
        /// Levels by which a pixel may be out before it is drawn again.
        package let tolerance: Int
        /// Only every so many frames are kept; each stays as long as those it stands for.
        package let pace: Int
        /// Width and height in hundredths of what the profile asks for.
        package let percent: Int
        /// How large it is taken to come out beside the first rung.
        ///
        /// The median of seven films of 30 and of 90 frames: drawings, grain, fractals, gradients (`scripts/bench cost`).
        /// Single films lie at a third to 1.7 times of it, so it only decides which rung is tried next: what comes out is
        /// measured each time, and a factor that was too good costs one more encoding.
        let factor: Double
    }

    /// What to do next.
    package enum Step: Hashable, Sendable {
        case encode(Rung)
        /// The last encoding is the one.
        case accept
        /// No rung meets the goal: the first frame alone is left.
        case still
    }

    package static let rungs = [
        Rung(colours: 255, tolerance: 3, pace: 1, percent: 100, factor: 1),
        Rung(colours: 128, tolerance: 8, pace: 1, percent: 100, factor: 0.68),
        Rung(colours: 64, tolerance: 12, pace: 1, percent: 100, factor: 0.51),
        Rung(colours: 64, tolerance: 12, pace: 2, percent: 100, factor: 0.28),
        Rung(colours: 64, tolerance: 14, pace: 3, percent: 100, factor: 0.19),
        Rung(colours: 64, tolerance: 14, pace: 3, percent: 70, factor: 0.087),
        Rung(colours: 48, tolerance: 16, pace: 4, percent: 50, factor: 0.033),
    ]
    private static let mostEncodings = 4
    /// The last rung that costs nothing but colours.
    private static let lastOfColour = 2
    /// How far over its goal the last rung may end before the animation is given up.
    private static let tolerance = 1.5

    private let aim: Int
    private let goal: Int
    private let cap: Int
    private var rung = 0
    private var encodings = 0

    /// - Parameters:
    ///   - goal: bytes to aim for.
    ///   - cap: bytes that are never passed.
    ///   - sourceBytes: the size of a source that could be published as it is, had it the geometry.
    package init(goal: Int, cap: Int, sourceBytes: Int?) {
        self.goal = min(goal, cap)
        self.cap = cap
        aim = min(self.goal, sourceBytes ?? .max)
    }

    /// Beyond so many bytes an encoding need not be finished.
    package var uselessBytes: Int { Self.mostBytes(goal: goal) }

    /// About the most bytes that an encoding takes before it is given up.
    static func mostBytes(goal: Int) -> Int { 3 * goal }

    /// - Parameter bytes: the size of the encoding that was asked for last, or what it would become; `nil` before the
    ///   first.
    package mutating func next(after bytes: Int?) -> Step {
        guard let bytes else {
            encodings = 1
            return .encode(Self.rungs[rung])
        }
        if bytes <= aim || bytes <= goal && rung >= Self.lastOfColour { return .accept }
        if rung == Self.rungs.count - 1 {
            return bytes <= min(cap, Int(Double(goal) * Self.tolerance)) ? .accept : .still
        }
        encodings += 1
        rung = encodings >= Self.mostEncodings && bytes > goal ? Self.rungs.count - 1 : predictedRung(from: bytes)
        return .encode(Self.rungs[rung])
    }

    /// The first rung that should do, at least one below the last.
    private func predictedRung(from bytes: Int) -> Int {
        let target = bytes > goal ? goal : aim
        let last = bytes > goal ? Self.rungs.count - 1 : Self.lastOfColour
        let size = Double(bytes) / Self.rungs[rung].factor
        return (rung + 1..<last).first { size * Self.rungs[$0].factor <= Double(target) } ?? last
    }
}

extension AnimationLadder.Rung {
    /// What was given up on this rung, in words for people.
    package var losses: [String] {
        var losses: [String] = []
        if colours < 255 { losses.append("colours: \(colours) instead of 255") }
        if tolerance > 3 { losses.append("small changes between frames, up to \(tolerance) levels") }
        if pace > 1 { losses.append("frames: one of \(pace) is kept") }
        if percent < 100 { losses.append("size: \(percent) % of the frame") }
        return losses
    }
}
