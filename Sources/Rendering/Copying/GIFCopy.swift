/// Copies a GIF's pictures, their timing and their loop; the data of each end with its pixels.
enum GIFCopy {
    static func plan(of file: CodedBytes) throws(RasterFault) -> CopyPlan? {
        var plan = CopyPlan()
        var excesses = unsafe file.withAll { unsafe GIFSurvey(of: $0.bindMemory(to: UInt8.self).span).excesses }[...]
        var at = try afterColours(file, flags: file.byte(at: 10), at: 13)
        plan.keep(0..<at)
        // Belongs to the next picture, and goes with a text that stands in a picture's place.
        var control: Range<Int>?
        while true {
            // Without its end mark, which decoders do without; it was decoded to its last row before.
            if at == file.count {
                plan.insert([0x3B])
                return plan
            }
            switch try file.byte(at: at) {
            case 0x2C:
                if let control { plan.keep(control) }
                control = nil
                let end = try afterBlocks(file, at: afterColours(file, flags: file.byte(at: at + 9), at: at + 10) + 1)
                if let excess = excesses.first, at < excess.block, excess.next <= end {
                    excesses.removeFirst()
                    plan.keep(at..<excess.block)
                    plan.insert([UInt8(excess.end - excess.block - 1)])
                    plan.keep(excess.block + 1..<excess.end)
                    plan.insert([0])
                } else {
                    plan.keep(at..<end)
                }
                at = end
            case 0x21:
                let end = try afterBlocks(file, at: at + 2)
                switch try file.byte(at: at + 1) {
                case 0xF9: control = at..<end
                case 0x01: control = nil
                case 0xFF
                where file.reads("\u{0B}NETSCAPE2.0", at: at + 2) || file.reads("\u{0B}ANIMEXTS1.0", at: at + 2):
                    plan.keep(at..<end)
                default: break
                }
                at = end
            case 0x3B:
                plan.keep(at..<at + 1)
                return plan
            case 0: at += 1  // Some encoders write one terminator too many.
            default: return nil
            }
        }
    }

    private static func afterColours(_ file: CodedBytes, flags: UInt8, at: Int) throws(RasterFault) -> Int {
        let length = flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
        try file.require(length, at: at)
        return at + length
    }

    private static func afterBlocks(_ file: CodedBytes, at start: Int) throws(RasterFault) -> Int {
        var at = start
        while case let length = try Int(file.byte(at: at)), length > 0 { at += 1 + length }
        return at + 1
    }
}
