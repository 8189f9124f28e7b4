internal import AttachmentModel
internal import ForeignBytes

/// Gamma and primaries of a PNG, which count together, and only where no profile, `sRGB` or code points stand beside them
/// (PNG, third edition, section 4.3).
struct PNGColourHints {
    /// The power of light that samples are, in hundred-thousandths.
    var gamma: Int?
    /// The number of the primaries in ITU-T H.273; `nil` for those that have none there.
    var primaries: Int?
    var areOverruled = false

    /// White, red, green and blue by their x and y in hundred-thousandths: BT.709, BT.2020 and P3 (ITU-T H.273, table 2).
    private static let known: [Int: [Int]] = [
        1: [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000],
        9: [31_270, 32_900, 70_800, 29_200, 17_000, 79_700, 13_100, 4_600],
        12: [31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000],
    ]
    /// Gammas whose curve has a number: that of sRGB as the PNG specification gives it, 2.8, and light itself.
    private static let curves = [45_455: 13, 35_714: 5, 100_000: 8]
    /// Differences that nobody sees.
    private static let nearness = 100

    static func primaries(_ chunk: ByteWindow) throws(Fault) -> Int? {
        var numbers: [Int] = []
        for index in 0..<8 { numbers.append(try chunk.big(4, at: 4 * index)) }
        return known.first { row in zip(row.value, numbers).allSatisfy { abs($0 - $1) <= nearness } }?.key
    }

    private var curve: Int? {
        gamma.flatMap { gamma in Self.curves.first { abs($0.key - gamma) <= Self.nearness }?.value }
    }

    var hasPlainGamma: Bool { curve == 13 }

    /// What they say in numbers, where that is more than a gamma.
    var colours: ColourCoding? {
        guard !areOverruled, let primaries, primaries != 1, let curve else { return nil }
        return ColourCoding(primaries: primaries, transfer: curve, matrix: 0, isFullRange: true)
    }
}
