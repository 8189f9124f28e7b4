/// Finds the JPEG quality at which a picture meets its goal, in at most four encodings.
///
/// A value without I/O: it is told how large each encoding came out and says what to try next. The goal is aimed for,
/// the floor is never passed, and only the cap is binding.
package struct SizeLadder: Hashable, Sendable {
    /// What to do next.
    package enum Step: Hashable, Sendable {
        case encode(quality: Int)
        /// The last encoding is the one.
        case accept
        /// Even the last encoding is over the cap.
        case giveUp
    }

    /// One step of quality changes the size of a photograph by about this factor between 60 and 90.
    private static let shrinkingPerPoint = 0.975
    private static let mostEncodings = 4

    package let goal: Int
    package let cap: Int
    /// The quality below which dimensions should shrink instead.
    package let floor: Int
    private var quality: Int
    private var encodings = 0

    package init(goal: Int, cap: Int, start: Int, floor: Int = 60) {
        self.goal = min(goal, cap)
        self.cap = cap
        self.floor = min(floor, start)
        quality = start
    }

    /// - Parameter bytes: the size of the encoding that was asked for last; `nil` before the first.
    package mutating func next(after bytes: Int?) -> Step {
        guard let bytes else {
            encodings = 1
            return .encode(quality: quality)
        }
        if bytes <= goal { return .accept }
        if quality <= floor { return bytes <= cap ? .accept : .giveUp }
        encodings += 1
        quality = encodings == Self.mostEncodings ? floor : predictedQuality(from: bytes)
        return .encode(quality: quality)
    }

    /// The highest quality that should meet the goal, at least one step below the last.
    private func predictedQuality(from bytes: Int) -> Int {
        var expected = Double(bytes)
        var quality = quality
        repeat {
            quality -= 1
            expected *= Self.shrinkingPerPoint
        } while expected > Double(goal) && quality > floor
        return quality
    }
}
