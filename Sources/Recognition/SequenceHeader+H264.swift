internal import ForeignBytes

/// The sequence parameter set of H.264 (ITU-T H.264, section 7.3.2.1.1).
extension SequenceHeader {
    /// Profiles whose heads tell of colours and depth.
    private static let richProfiles: Set<Int> = [44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244]
    /// Sides have so many blocks of 16 pixels at most: far more than any level allows (table A-1).
    private static let mostBlocks = 4_096

    init(h264 unit: ByteWindow) throws(Fault) {
        var bits = BitCursor(unit: unit, headLength: 1)
        let (profile, constraints, number) = (try bits.bits(8), try bits.bits(8), try bits.bits(8))
        level = CodecLevel(h264: profile, constraints, level: number)
        _ = try bits.number()
        let form = Self.richProfiles.contains(profile) ? try Self.form(&bits) : 1
        // The length of frame numbers, then how frames are ordered.
        _ = try bits.number()
        switch try bits.number() {
        case 0: _ = try bits.number()
        case 1:
            try bits.skip(1)
            _ = (try bits.number(), try bits.number())
            for _ in 0..<(try bits.number(upTo: 255)) { _ = try bits.number() }
        default: break
        }
        _ = try bits.number()
        try bits.skip(1)
        let across = try bits.number(upTo: Self.mostBlocks) + 1
        let down = try bits.number(upTo: Self.mostBlocks) + 1
        let isWhole = try bits.flag()
        if !isWhole { try bits.skip(1) }
        try bits.skip(1)
        // Half pictures have half of the rows.
        let rows = isWhole ? 1 : 2
        try crop(16 * across, 16 * down * rows, form: form, rows: rows, &bits)
        if try bits.flag() { try readUsability(&bits) }
    }

    /// Passes depth and scaling, and tells how chroma are sampled.
    private static func form(_ bits: inout BitCursor) throws(Fault) -> Int {
        let form = try bits.number(upTo: 3)
        if form == 3 { try bits.skip(1) }
        _ = (try bits.number(), try bits.number())
        try bits.skip(1)
        guard try bits.flag() else { return form }
        for list in 0..<(form == 3 ? 12 : 8) where try bits.flag() {
            var (last, next) = (8, 8)
            for _ in 0..<(list < 6 ? 16 : 64) where next != 0 {
                next = (last + (try bits.signedNumber()) % 256 + 256) % 256
                if next != 0 { last = next }
            }
        }
        return form
    }

    /// Reads what is cut off at each side, in steps of whole samples of chroma; both codecs do that alike.
    ///
    /// - Parameters:
    ///   - form: how chroma are sampled: not at all, half both ways, half across, fully.
    ///   - rows: 2 where steps are of whole pictures, and rows of half ones.
    mutating func crop(
        _ width: Int, _ height: Int, form: Int, rows: Int = 1, _ bits: inout BitCursor
    ) throws(Fault) {
        (self.width, self.height) = (width, height)
        guard try bits.flag() else { return }
        let (left, right) = (try bits.number(upTo: width), try bits.number(upTo: width))
        let (top, bottom) = (try bits.number(upTo: height), try bits.number(upTo: height))
        self.width -= (left + right) * (form == 1 || form == 2 ? 2 : 1)
        self.height -= (top + bottom) * (form == 1 ? 2 : 1) * rows
        guard self.width > 0, self.height > 0 else { throw .corrupt }
    }
}
