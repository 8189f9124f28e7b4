/// The variable-length-code LZW of GIF (GIF89a, appendix F), written in blocks of at most 255 bytes.
struct LZWEncoder {
    /// Codes have at most 12 bits.
    private static let mostCodes: UInt32 = 4096
    private static let slots = 1 << 13
    private static let empty = UInt32.max
    /// Codes after which a full table is judged again.
    private static let patience = 256

    /// Where "these pixels, then this one" is found: 20 bits of question, 12 of answer.
    ///
    /// A question and an answer of all ones cannot be, so that `empty` stands for nothing.
    private var table = [UInt32](repeating: LZWEncoder.empty, count: LZWEncoder.slots)

    /// Appends the image data of a frame, from the code size to the block terminator.
    ///
    /// - Parameters:
    ///   - pixels: indices, each below 2 to the power of `depth`; at least one.
    ///   - depth: bits of an index, 2 to 8.
    mutating func encode(_ pixels: Span<UInt8>, depth: Int, into out: inout [UInt8]) {
        var writer = CodeWriter(into: out)
        out = []
        writer.byte(UInt8(depth))
        writer.openBlock()
        let clear = UInt32(1) << UInt32(depth)
        var next = clear + 2
        var width = depth + 1
        var limit = UInt32(1) << UInt32(width)
        var codesSinceFull = 0
        var pixelsAtMark = 0
        var bestRun = 0
        writer.put(clear, width)
        forget()
        var table = table.mutableSpan
        var prefix = UInt32(pixels[0])
        var index = 1
        while index < pixels.count {
            let suffix = UInt32(pixels[index])
            let question = prefix << 8 | suffix
            var slot = Int((question &* 0x9E37_79B1) >> 19)
            var entry = table[slot]
            while entry != Self.empty && entry >> 12 != question {
                slot = (slot &+ 1) & (Self.slots &- 1)
                entry = table[slot]
            }
            index &+= 1
            if entry != Self.empty {
                prefix = entry & 0xFFF
                continue
            }
            writer.put(prefix, width)
            prefix = suffix
            if next < Self.mostCodes {
                table[slot] = question << 12 | next
                if next == limit {
                    width += 1
                    limit <<= 1
                }
                next += 1
                if next == Self.mostCodes { (codesSinceFull, pixelsAtMark, bestRun) = (0, index, 0) }
                continue
            }
            // The table is full: it serves on while its codes stand for long runs.
            codesSinceFull += 1
            guard codesSinceFull % Self.patience == 0 else { continue }
            let run = index - pixelsAtMark
            pixelsAtMark = index
            if run * 16 < bestRun * 15 || run < Self.patience * 3 {
                writer.put(clear, width)
                for slot in table.indices { table[slot] = Self.empty }
                next = clear + 2
                width = depth + 1
                limit = UInt32(1) << UInt32(width)
            } else {
                bestRun = max(bestRun, run)
            }
        }
        writer.put(prefix, width)
        // The decoder adds an entry for every code but the first: its codes may have grown with the last one.
        if next == limit && width < 12 { width += 1 }
        writer.put(clear + 1, width)
        out = writer.finish()
    }

    private mutating func forget() {
        for slot in table.indices { table[slot] = Self.empty }
    }
}
