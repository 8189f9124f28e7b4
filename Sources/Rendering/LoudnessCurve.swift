internal import Glibc

/// How loud a sound is over time, in slices: the highest level of each, and its power.
///
/// However long the sound is, there are at most `mostSlices`: when they are full, each two become one.
struct LoudnessCurve {
    struct Slice: Hashable {
        /// The highest absolute level, 0 to 32,768.
        var peak = 0
        /// The sum of all squared levels.
        var power = 0.0
        var levels = 0
    }

    /// A bar of the picture: levels of 0 to 1.
    struct Bar: Hashable {
        var peak: Double
        /// The root of the mean power.
        var mean: Double
    }

    static let mostSlices = 1 << 16
    private(set) var slices: [Slice] = []
    /// Levels of one slice.
    private var sliceLength: Int

    /// - Parameter sliceLength: levels of a slice to begin with, over all channels together.
    init(sliceLength: Int = 128) {
        self.sliceLength = sliceLength
    }

    /// Takes in samples of 16 bits, the least significant first; an odd byte at the end is none.
    mutating func add(_ bytes: [UInt8]) {
        let samples = bytes.span
        var slice = slices.popLast() ?? Slice()
        for at in stride(from: 0, to: bytes.count - 1, by: 2) {
            if slice.levels == sliceLength {
                slices.append(slice)
                slice = Slice()
                if slices.count == Self.mostSlices { merge() }
            }
            let level = abs(Int(Int16(truncatingIfNeeded: Int(samples[at]) | Int(samples[at + 1]) << 8)))
            slice.peak = max(slice.peak, level)
            slice.power += Double(level * level)
            slice.levels += 1
        }
        if slice.levels > 0 { slices.append(slice) }
    }

    /// Makes one slice out of each two.
    private mutating func merge() {
        slices = stride(from: 0, to: slices.count, by: 2).map {
            Self.joined(slices[$0...min($0 + 1, slices.count - 1)])
        }
        sliceLength *= 2
    }

    private static func joined(_ slices: ArraySlice<Slice>) -> Slice {
        slices.reduce(into: Slice()) { whole, slice in
            whole.peak = max(whole.peak, slice.peak)
            whole.power += slice.power
            whole.levels += slice.levels
        }
    }

    /// So many bars of equal length; a sound with fewer slices shows each for longer.
    func bars(_ count: Int) -> [Bar] {
        guard !slices.isEmpty else { return Array(repeating: Bar(peak: 0, mean: 0), count: count) }
        return (0..<count).map { index in
            let first = index * slices.count / count
            let last = max(first + 1, (index + 1) * slices.count / count)
            let slice = Self.joined(slices[first..<last])
            let mean = (slice.power / Double(max(1, slice.levels))).squareRoot()
            return Bar(peak: Double(slice.peak) / 32_768, mean: mean / 32_768)
        }
    }
}
