/// Copies a PNG's chunks that say how its pixels look.
enum PNGCopy {
    /// Everything else that may be left out is text, or a hint to programs of one vendor.
    private static let kept: Set<String> = [
        "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "cICP", "acTL", "fcTL", "fdAT",
    ]

    static func plan(of file: CodedBytes) throws(RasterFault) -> CopyPlan? {
        var plan = CopyPlan()
        try file.require(8, at: 0)
        plan.keep(0..<8)
        var at = 8
        var (hasData, isPastData) = (false, false)
        while true {
            let length = try file.big(4, at: at)
            try file.require(12 + length, at: at)
            let name = try self.name(file, at: at + 4)
            // A profile changes how the picture looks, and so may a critical chunk that nobody knows.
            if name == "iCCP" { return nil }
            // Without what lies between, more data would become part of the picture's.
            if name == "IDAT" { hasData = true } else { isPastData = hasData }
            if name == "IDAT", isPastData { return nil }
            let isCritical = try file.byte(at: at + 4) & 0x20 == 0
            if kept.contains(name) {
                plan.keep(at..<at + 12 + length)
            } else if isCritical {
                return nil
            }
            if name == "IEND" { return plan }
            at += 12 + length
        }
    }

    private static func name(_ file: CodedBytes, at start: Int) throws(RasterFault) -> String {
        var name = ""
        for index in 0..<4 { name.unicodeScalars.append(Unicode.Scalar(try file.byte(at: start + index))) }
        return name
    }
}
