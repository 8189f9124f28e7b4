/// What the two headers of a Windows or OS/2 bitmap say about its pixels.
struct BMPHeader {
    enum Compression {
        case none
        /// Runs of equal pixels, of 4 or 8 bits each.
        case runs
    }

    /// Where one channel lies in a pixel of 16 or 32 bits.
    struct Channel: Hashable {
        let mask: Int

        /// The channel's value of a pixel, brought to 0 to 255.
        func value(in pixel: Int) -> UInt8 {
            guard mask > 0 else { return 0 }
            let shift = mask.trailingZeroBitCount
            let most = mask >> shift
            return UInt8(((pixel & mask) >> shift) * 255 / most)
        }
    }

    let width, height: Int
    /// Whether the first row in the file is the top one.
    let isTopDown: Bool
    let bits: Int
    let compression: Compression
    /// Where the pixels begin.
    let start: Int
    /// Red, green, blue, and alpha where there is one.
    let channels: [Channel]
    /// Where the palette begins, how many colours it has and how many bytes each.
    let palette: (start: Int, count: Int, stride: Int)

    init(_ file: CodedBytes) throws(RasterFault) {
        let size = try file.little(4, at: 14)
        let isOld = size < 16
        guard isOld ? size == 12 : (40...1_000).contains(size) || size == 16 else { throw .unknownBMP }
        width = isOld ? try file.little(2, at: 18) : try Self.signed(file, at: 18)
        let high = isOld ? try file.little(2, at: 20) : try Self.signed(file, at: 22)
        height = abs(high)
        isTopDown = high < 0
        bits = try file.little(2, at: isOld ? 24 : 28)
        start = try file.little(4, at: 10)
        guard width > 0, height > 0 else { throw .unknownBMP }
        let method = isOld || size == 16 ? 0 : try file.little(4, at: 30)
        switch (method, bits) {
        case (0, 1), (0, 4), (0, 8), (0, 16), (0, 24), (0, 32), (3, 16), (3, 32), (6, 16), (6, 32): compression = .none
        case (1, 8), (2, 4): compression = .runs
        default: throw .unknownBMP
        }
        channels = try Self.channels(file, size: size, method: method, bits: bits)
        let most = bits <= 8 ? 1 << bits : 0
        let stated = isOld || size == 16 ? 0 : try file.little(4, at: 46)
        palette = (14 + size, stated == 0 ? most : min(stated, most), isOld ? 3 : 4)
    }

    private static func channels(
        _ file: CodedBytes, size: Int, method: Int, bits: Int
    ) throws(RasterFault) -> [Channel] {
        guard method != 0 else {
            return (bits == 16 ? [0x7C00, 0x03E0, 0x001F] : [0xFF_0000, 0xFF00, 0xFF]).map(Channel.init)
        }
        guard method == 3 || method == 6 else { return [] }
        var channels: [Channel] = []
        // The masks follow the first 40 bytes of any header, inside or behind it.
        for index in 0..<3 { channels.append(Channel(mask: try file.little(4, at: 54 + 4 * index))) }
        if size >= 56 || method == 6 {
            let alpha = try file.little(4, at: 66)
            if alpha != 0 { channels.append(Channel(mask: alpha)) }
        }
        return channels
    }

    private static func signed(_ file: CodedBytes, at offset: Int) throws(RasterFault) -> Int {
        Int(Int32(truncatingIfNeeded: try file.little(4, at: offset)))
    }
}

extension RasterFault {
    static var unknownBMP: RasterFault { RasterFault(words: "a bitmap of this form is not supported") }
}
