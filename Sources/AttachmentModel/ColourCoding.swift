/// What the samples of a picture mean as light, in the numbers of ITU-T H.273, which stand in place of a profile.
public struct ColourCoding: Hashable, Sendable {
    /// ColourPrimaries: 1 are those of BT.709 and sRGB, 9 of BT.2020, 12 of P3; 2 is not told.
    public var primaries: Int
    /// TransferCharacteristics: 13 is the curve of sRGB, 16 PQ, 18 HLG; 2 is not told.
    public var transfer: Int
    /// MatrixCoefficients, by which red, green and blue became luma and chroma; 0 when they did not.
    public var matrix: Int
    /// Whether samples use all of their range, and not television's part of it.
    public var isFullRange: Bool

    /// Makes a coding of its four numbers.
    public init(primaries: Int, transfer: Int, matrix: Int, isFullRange: Bool) {
        self.primaries = primaries
        self.transfer = transfer
        self.matrix = matrix
        self.isFullRange = isFullRange
    }

    /// What nobody tells; usual for samples of luma and chroma is television's range.
    package static let untold = ColourCoding(primaries: 2, transfer: 2, matrix: 2, isFullRange: false)

    /// Whether anything but the range is told.
    package var isTold: Bool { [primaries, transfer, matrix] != [2, 2, 2] }

    /// Curves that every screen takes for its own: those of television, and that of sRGB.
    private static let plainCurves: Set<Int> = [1, 2, 6, 13, 14, 15]

    /// Whether the curve is that of usual screens.
    package var hasPlainCurve: Bool { Self.plainCurves.contains(transfer) }

    /// Whether red, green and blue are to be shown as they are.
    package var isPlain: Bool { [1, 2].contains(primaries) && hasPlainCurve }

    /// The curve of a picture of more than the usual range of light.
    package var range: TrackFacts.LightRange? { TrackFacts.LightRange(transfer: transfer) }
}

extension ColourCoding: Codable {
    private enum CodingKeys: String, CodingKey {
        case primaries, transfer, matrix
        case isFullRange = "full_range"
    }
}

extension TrackFacts.LightRange {
    /// The curve behind a number of ITU-T H.273, table 3; `nil` for those of usual screens.
    package init?(transfer: Int) {
        switch transfer {
        case 16: self = .pq
        case 18: self = .hlg
        default: return nil
        }
    }
}
