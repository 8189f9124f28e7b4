/// Copies a JPEG without its application segments and comments, with a JFIF segment first.
enum JPEGCopy {
    /// JFIF 1.1 with square pixels and no thumbnail (ITU-T T.871, 10.1).
    static let jfif: [UInt8] = [0xFF, 0xE0, 0, 16] + Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0]

    /// What decides how decoders read the three components (libjpeg, `default_decompress_parms`).
    private struct Colours {
        var hasJFIF = false
        /// The transform of Adobe's segment.
        var adobe: UInt8?
        var names: [UInt8] = []

        /// Whether the components still mean the same under a JFIF segment and without Adobe's: that is luma and chroma.
        var survive: Bool {
            switch names.count {
            case 1: true
            case 3: adobe.map { $0 == 1 } ?? (hasJFIF || names != Array("RGB".utf8))
            default: false
            }
        }
    }

    static func plan(of file: CodedBytes) throws(RasterFault) -> CopyPlan? {
        var plan = CopyPlan()
        var colours = Colours()
        guard try file.big(2, at: 0) == 0xFFD8 else { return nil }
        plan.keep(0..<2)
        plan.insert(jfif)
        var at = 2
        while true {
            guard try file.byte(at: at) == 0xFF else { return nil }
            // Any number of FF may stand before a marker.
            while try file.byte(at: at + 1) == 0xFF { at += 1 }
            let marker = try file.byte(at: at + 1)
            if marker == 0xD9 {
                plan.keep(at..<at + 2)
                return colours.survive ? plan : nil
            }
            guard marker >= 0xC0, !(0xD0...0xD8).contains(marker) else { return nil }
            let length = try file.big(2, at: at + 2)
            guard length >= 2 else { return nil }
            try file.require(2 + length, at: at)
            let end = at + 2 + length
            switch marker {
            case 0xE0...0xEF, 0xFE:
                if marker == 0xE0 && file.reads("JFIF\0", at: at + 4) { colours.hasJFIF = true }
                if marker == 0xEE && length >= 14 && file.reads("Adobe", at: at + 4) {
                    colours.adobe = try file.byte(at: at + 15)
                }
            case 0xC0, 0xC1, 0xC2:
                colours.names = try names(file, at: at, length: length)
                plan.keep(at..<end)
            case 0xC4, 0xDB, 0xDC, 0xDD: plan.keep(at..<end)
            case 0xDA:
                let rest = try endOfScan(file, from: end)
                plan.keep(at..<rest)
                at = rest
                continue
            default: return nil  // Lossless, hierarchical or arithmetic: not every device decodes it.
            }
            at = end
        }
    }

    /// The names of the components in a frame header.
    private static func names(_ file: CodedBytes, at: Int, length: Int) throws(RasterFault) -> [UInt8] {
        let count = try Int(file.byte(at: at + 9))
        guard length == 8 + 3 * count else { return [] }
        var names: [UInt8] = []
        for index in 0..<count { names.append(try file.byte(at: at + 10 + 3 * index)) }
        return names
    }

    /// Where the coded data of a scan end: at a marker that is neither a stuffed FF nor a restart.
    private static func endOfScan(_ file: CodedBytes, from start: Int) throws(RasterFault) -> Int {
        var at = start
        while true {
            at = try file.position(of: 0xFF, from: at)
            let code = try file.byte(at: at + 1)
            if code != 0 && !(0xD0...0xD7).contains(code) { return at }
            at += 2
        }
    }
}
