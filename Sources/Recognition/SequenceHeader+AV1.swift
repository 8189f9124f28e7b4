internal import AttachmentModel
internal import ForeignBytes

/// The sequence header of AV1 (AV1 Bitstream and Decoding Process Specification, section 5.5).
extension SequenceHeader {
    private static let typeOfSequenceHeader = 1
    /// It stands first, but for what marks a beginning and what fills up.
    private static let mostUnits = 16

    /// Looks for the header among the first units of a stream.
    init(av1 units: ByteWindow) throws(Fault) {
        var cursor = ByteCursor(units)
        for _ in 0..<Self.mostUnits where !cursor.isAtEnd {
            let head = try cursor.byte()
            if head & 4 != 0 { try cursor.skip(1) }
            let body = try head & 2 != 0 ? cursor.take(Self.length(&cursor)) : cursor.takeClipped(cursor.remaining)
            guard head >> 3 & 15 == Self.typeOfSequenceHeader else { continue }
            var bits = BitCursor(body)
            self.init()
            try read(&bits)
            return
        }
        throw .corrupt
    }

    private init() {}

    /// A length in groups of seven bits, the least significant first (section 4.10.5).
    private static func length(_ cursor: inout ByteCursor) throws(Fault) -> Int {
        var length = 0
        for place in 0..<5 {
            let byte = try cursor.byte()
            length |= (byte & 0x7F) << (7 * place)
            if byte < 0x80 { return length }
        }
        throw .corrupt
    }

    private mutating func read(_ bits: inout BitCursor) throws(Fault) {
        let profile = try bits.bits(3)
        try bits.skip(1)
        let isReduced = try bits.flag()
        if isReduced { try bits.skip(5) } else { try Self.skipOperatingPoints(&bits) }
        let (wide, high) = (try bits.bits(4) + 1, try bits.bits(4) + 1)
        (width, height) = (try bits.bits(wide) + 1, try bits.bits(high) + 1)
        if !isReduced, try bits.flag() { try bits.skip(7) }
        // The size of blocks, and two ways of prediction.
        try bits.skip(3)
        if !isReduced { try Self.skipTools(&bits) }
        // Three filters.
        try bits.skip(3)
        try readColours(&bits, profile)
    }

    /// Times, and what decoders have to be capable of for each part of the layers.
    private static func skipOperatingPoints(_ bits: inout BitCursor) throws(Fault) {
        var delayLength: Int?
        if try bits.flag() {
            try bits.skip(64)
            if try bits.flag() { _ = try bits.number() }
            if try bits.flag() {
                delayLength = try bits.bits(5) + 1
                try bits.skip(32 + 10)
            }
        }
        let hasDelays = try bits.flag()
        for _ in 0...(try bits.bits(5)) {
            try bits.skip(12)
            if try bits.bits(5) > 7 { try bits.skip(1) }
            if let delayLength, try bits.flag() { try bits.skip(2 * delayLength + 1) }
            if hasDelays, try bits.flag() { try bits.skip(4) }
        }
    }

    /// Tools for sequences, which a header of stills leaves out.
    private static func skipTools(_ bits: inout BitCursor) throws(Fault) {
        try bits.skip(4)
        let hasOrder = try bits.flag()
        if hasOrder { try bits.skip(2) }
        // Whether each frame says if it has tools for screens; then whether it says if vectors are whole.
        var mayBeOfScreens = try bits.flag()
        if !mayBeOfScreens { mayBeOfScreens = try bits.flag() }
        if mayBeOfScreens, try !bits.flag() { try bits.skip(1) }
        if hasOrder { try bits.skip(3) }
    }

    /// The configuration of colours (section 5.5.2).
    private mutating func readColours(_ bits: inout BitCursor, _ profile: Int) throws(Fault) {
        let isDeep = try bits.flag()
        if profile == 2, isDeep { try bits.skip(1) }
        let isGrey = profile == 1 ? false : try bits.flag()
        if try bits.flag() { try readCodePoints(&bits) }
        let isPlainRGB = colours.primaries == 1 && colours.transfer == 13 && colours.matrix == 0
        colours.isFullRange = !isGrey && isPlainRGB ? true : try bits.flag()
    }
}
