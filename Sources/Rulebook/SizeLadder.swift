internal import Glibc

/// Finds the encoding with which a picture meets its goal.
///
/// A value without I/O: it is told how large each encoding came out and says what to try next. What is given up first
/// is what is missed least: quality (or the number of colours), then, below the floor, size. The goal is aimed for with
/// four encodings and at most half the sides; only the cap is binding.
package struct SizeLadder: Sendable {
    /// One way to encode the picture.
    package struct Encoding: Hashable, Sendable {
        package enum Form: Hashable, Sendable {
            case jpeg(quality: Int)
            /// With at most so many colours; `nil` for as many as there are.
            case png(colours: Int?)
        }

        package var form: Form
        /// Of the sides, 1 or less.
        package var scale: Double

        package init(form: Form, scale: Double = 1) {
            self.form = form
            self.scale = scale
        }
    }

    /// What to do next.
    package enum Step: Hashable, Sendable {
        case encode(Encoding)
        /// The last encoding is the one.
        case accept
        /// No encoding fits under the cap.
        case giveUp
    }

    /// The first, and three more.
    private static let encodingsForGoal = 4
    private static let encodingsForCap = 8
    /// The goal does not make a picture smaller than this: then it is missed, and the receipt says so.
    private static let leastScaleForGoal = 0.5
    private static let leastScaleForCap = 0.02
    /// Predictions aim a little lower, since an encoding more costs more than a few bytes.
    private static let margin = 0.97
    /// How the size of a photograph falls with the coarseness of its quantisation (measured between quality 60 and 92).
    private static let usualSteepness = 0.72
    /// How bytes fall with the sides: less than with the area, since a smaller picture has more detail for each pixel.
    private static let bytesPerScale = 1.7
    /// The largest palette of a PNG; the next smaller one that it can pack, of 16 colours, does no picture justice.
    private static let paletteColours = 256

    package let goal: Int
    package let cap: Int
    /// The quality below which dimensions shrink instead.
    package let floor: Int
    private var encoding: Encoding
    private var encodings = 0
    private var steepness = usualSteepness
    private var before: (quality: Int, bytes: Int)?

    /// - Parameter start: the encoding to begin with.
    package init(goal: Int, cap: Int, start: Encoding.Form, floor: Int = 60) {
        self.goal = min(goal, cap)
        self.cap = cap
        self.floor = if case .jpeg(let quality) = start { min(floor, quality) } else { floor }
        encoding = Encoding(form: start)
    }

    /// - Parameter bytes: the size of the encoding that was asked for last; `nil` before the first.
    package mutating func next(after bytes: Int?) -> Step {
        guard let bytes else { return encode(encoding) }
        if bytes <= goal { return .accept }
        if encodings < Self.encodingsForGoal, let next = cheaper(than: bytes, target: goal) { return encode(next) }
        if bytes <= cap { return .accept }
        if encodings < Self.encodingsForCap, let next = cheaper(than: bytes, target: cap) { return encode(next) }
        return .giveUp
    }

    private mutating func encode(_ next: Encoding) -> Step {
        encoding = next
        encodings += 1
        return .encode(next)
    }

    private mutating func cheaper(than bytes: Int, target: Int) -> Encoding? {
        var next = encoding
        switch encoding.form {
        case .jpeg(let quality) where quality > floor:
            learn(quality, bytes)
            // The last encoding for the goal is the floor: a prediction that fails again would fail for good.
            let isLast = encodings == Self.encodingsForGoal - 1
            next.form = .jpeg(quality: isLast ? floor : predictedQuality(below: quality, bytes, target))
        case .png(colours: nil): next.form = .png(colours: Self.paletteColours)
        default:
            let least = target == cap ? Self.leastScaleForCap : Self.leastScaleForGoal
            guard encoding.scale > least else { return nil }
            let share = Self.margin * Double(target) / Double(bytes)
            next.scale = max(least, encoding.scale * min(0.95, pow(share, 1 / Self.bytesPerScale)))
        }
        return next
    }

    /// Takes the picture's own steepness from two encodings.
    private mutating func learn(_ quality: Int, _ bytes: Int) {
        if let before, bytes < before.bytes {
            let coarser = log(Self.coarseness(quality) / Self.coarseness(before.quality))
            steepness = min(2, max(0.2, log(Double(before.bytes) / Double(bytes)) / coarser))
        }
        before = (quality, bytes)
    }

    /// The highest quality that should meet the target, at least one step below the last.
    private func predictedQuality(below quality: Int, _ bytes: Int, _ target: Int) -> Int {
        let aim = Self.coarseness(quality) * pow(Double(bytes) / (Self.margin * Double(target)), 1 / steepness)
        return (floor..<quality).last { Self.coarseness($0) >= aim } ?? floor
    }

    /// What libjpeg multiplies its quantisation tables with, in hundredths (`jpeg_quality_scaling`).
    private static func coarseness(_ quality: Int) -> Double {
        quality < 50 ? 5_000 / Double(max(1, quality)) : max(1, 200 - 2 * Double(quality))
    }
}
