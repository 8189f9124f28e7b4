internal import ForeignBytes

/// The sequence parameter set of HEVC (ITU-T H.265, section 7.3.2.2).
extension SequenceHeader {
    /// Longer sides than any level allows (table A.8).
    private static let longestSide = 65_535

    init(hevc unit: ByteWindow) throws(Fault) {
        var bits = BitCursor(unit: unit, headLength: 2)
        try bits.skip(4)
        let layers = try bits.bits(3)
        try bits.skip(1)
        try readProfiles(&bits, layers)
        _ = try bits.number()
        let form = try bits.number(upTo: 3)
        if form == 3 { try bits.skip(1) }
        let (width, height) = (try bits.number(upTo: Self.longestSide), try bits.number(upTo: Self.longestSide))
        try crop(width, height, form: form, &bits)
        // Depths of luma and chroma.
        _ = (try bits.number(), try bits.number())
        let orderLength = try bits.number(upTo: 12) + 4
        // How much is kept for each layer, or for all of them together.
        for _ in 0...(try bits.flag() ? layers : 0) {
            _ = (try bits.number(), try bits.number(), try bits.number())
        }
        // Sizes and depths of blocks and transforms.
        for _ in 0..<6 { _ = try bits.number() }
        if try bits.flag(), try bits.flag() { try Self.skipScaling(&bits) }
        try bits.skip(2)
        if try bits.flag() {
            try bits.skip(8)
            _ = (try bits.number(), try bits.number())
            try bits.skip(1)
        }
        try Self.skipReferences(&bits)
        if try bits.flag() {
            for _ in 0..<(try bits.number(upTo: 32)) { try bits.skip(orderLength + 1) }
        }
        try bits.skip(2)
        if try bits.flag() { try readUsability(&bits) }
    }

    /// Profile and level of all layers together, and of each below the last (section 7.3.3).
    private mutating func readProfiles(_ bits: inout BitCursor, _ layers: Int) throws(Fault) {
        try bits.skip(3)
        let profile = try bits.bits(5)
        try bits.skip(80)
        level = CodecLevel(hevc: profile, level: try bits.bits(8))
        guard layers > 0 else { return }
        var lengths = 0
        for _ in 0..<layers { lengths += (try bits.flag() ? 88 : 0) + (try bits.flag() ? 8 : 0) }
        try bits.skip(2 * (8 - layers) + lengths)
    }

    /// Lists of factors (section 7.3.4).
    private static func skipScaling(_ bits: inout BitCursor) throws(Fault) {
        for size in 0..<4 {
            for _ in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
                // Taken from another list, or told one by one.
                guard try bits.flag() else {
                    _ = try bits.number()
                    continue
                }
                for _ in 0..<(min(64, 1 << (4 + 2 * size)) + (size > 1 ? 1 : 0)) { _ = try bits.number() }
            }
        }
    }

    /// Sets of pictures that others may refer to, each told by itself or by its difference from the last (section 7.3.7).
    private static func skipReferences(_ bits: inout BitCursor) throws(Fault) {
        var inLast = 0
        for set in 0..<(try bits.number(upTo: 64)) {
            if set > 0, try bits.flag() {
                try bits.skip(1)
                _ = try bits.number()
                var kept = 0
                for _ in 0...inLast {
                    if try bits.flag() { kept += 1 } else if try bits.flag() { kept += 1 }
                }
                inLast = kept
            } else {
                inLast = try bits.number(upTo: 16) + bits.number(upTo: 16)
                for _ in 0..<inLast {
                    _ = try bits.number()
                    try bits.skip(1)
                }
            }
        }
    }
}
