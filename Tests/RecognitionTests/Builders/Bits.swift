/// Numbers put together bit by bit, the highest first.
struct Bits {
    private var bits: [Bool] = []

    mutating func put(_ value: Int, _ count: Int) {
        bits += (0..<count).reversed().map { value >> $0 & 1 == 1 }
    }

    /// In Exp-Golomb's code.
    mutating func number(_ value: Int...) {
        for value in value {
            let length = Int.bitWidth - (value + 1).leadingZeroBitCount
            put(0, length - 1)
            put(value + 1, length)
        }
    }

    /// Filled up with zeros.
    var bytes: [UInt8] {
        stride(from: 0, to: bits.count, by: 8).map { start in
            (0..<8).reduce(0) { $0 << 1 | (start + $1 < bits.count && bits[start + $1] ? 1 : 0) }
        }
    }

    /// As a unit of H.264 or HEVC has them: a three stands in what would look like a start code.
    var unit: [UInt8] {
        bytes.reduce(into: []) { unit, byte in
            if byte <= 3, unit.suffix(2) == [0, 0] { unit.append(3) }
            unit.append(byte)
        }
    }
}

/// Heads of codecs for 60 by 44 pixels, whose shape is 4 to 3.
enum Head {
    /// The colours, and whether samples have their full range; `nil` says nothing.
    typealias Colours = (primaries: Int, transfer: Int, matrix: Int, isFull: Bool)

    private static func putUsability(_ colours: Colours?, into bits: inout Bits) {
        bits.put(1, 1)
        bits.put(1, 1)
        bits.put(255, 8)
        bits.put(4, 16)
        bits.put(3, 16)
        bits.put(0, 1)
        bits.put(colours == nil ? 0 : 1, 1)
        guard let colours else { return }
        bits.put(5, 3)
        bits.put(colours.isFull ? 1 : 0, 1)
        bits.put(1, 1)
        for number in [colours.primaries, colours.transfer, colours.matrix] { bits.put(number, 8) }
    }

    /// A sequence parameter set of H.264, high profile with 10 bits at level 4, with all that may come before its colours.
    static func h264(_ colours: Colours?, order: Int = 1) -> [UInt8] {
        var bits = Bits()
        for byte in [0x67, 110, 0, 40] { bits.put(byte, 8) }
        // Number of the set, form of chroma, depths; factors, of which two lists are told.
        bits.number(0, 1, 2, 2)
        bits.put(0, 1)
        bits.put(1, 1)
        for list in 0..<8 {
            bits.put(list % 5 == 0 ? 1 : 0, 1)
            // Eight more than the last each time; or none from the second on, by a difference of -16.
            if list == 0 { for _ in 0..<16 { bits.number(15) } }
            if list == 5 { bits.number(15, 32) }
        }
        bits.number(0, order)
        if order == 0 { bits.number(4) }
        if order == 1 {
            bits.put(0, 1)
            bits.number(3, 2, 2, 7, 9)
        }
        bits.number(4)
        bits.put(0, 1)
        // 64 by 64 pixels, of which so many are cut off; half pictures.
        bits.number(3, 1)
        bits.put(0, 1)
        bits.put(1, 1)
        bits.put(1, 1)
        bits.put(1, 1)
        bits.number(1, 1, 0, 5)
        putUsability(colours, into: &bits)
        return bits.unit
    }

    /// One of HEVC, main 10 at level 5, with two layers and all that may come before its colours.
    static func hevc(_ colours: Colours?) -> [UInt8] {
        var bits = Bits()
        bits.put(0x4201, 16)
        bits.put(0, 4)
        bits.put(1, 3)
        bits.put(1, 1)
        bits.put(2, 8)
        bits.put(0, 80)
        bits.put(150, 8)
        // Of the layer below both are told.
        bits.put(3, 2)
        bits.put(0, 14)
        bits.put(0, 96)
        bits.number(0, 1, 64, 48)
        bits.put(1, 1)
        bits.number(1, 1, 0, 2)
        bits.number(2, 2, 4)
        bits.put(1, 1)
        bits.number(4, 2, 0, 4, 2, 0)
        bits.number(0, 3, 0, 3, 1, 1)
        // Factors: taken from another list, and told one by one.
        bits.put(3, 2)
        for size in 0..<4 {
            for matrix in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
                bits.put(matrix == 0 ? 1 : 0, 1)
                if matrix > 0 { bits.number(0) }
                if matrix == 0 { for _ in 0..<([16, 64, 65, 65][size]) { bits.number(1) } }
            }
        }
        bits.put(3, 2)
        bits.put(1, 1)
        bits.put(0x77, 8)
        bits.number(0, 2)
        bits.put(0, 1)
        // Three sets of references: two told, and one by its difference, which keeps two of three.
        bits.number(4)
        bits.number(1, 1, 0)
        bits.put(1, 1)
        bits.number(0)
        bits.put(1, 1)
        bits.put(1, 1)
        bits.put(1, 1)
        bits.number(0)
        for (used, length) in [(1, 1), (0, 2), (1, 2)] { bits.put(used, length) }
        bits.put(1, 1)
        bits.put(0, 1)
        bits.number(0)
        bits.put(7, 3)
        bits.put(0, 1)
        bits.number(0, 0)
        // One picture that is kept for long, by eight bits.
        bits.put(1, 1)
        bits.number(1)
        bits.put(0, 9)
        bits.put(3, 2)
        putUsability(colours, into: &bits)
        return bits.unit
    }

    /// A unit with the sequence header of AV1, behind one that marks a beginning.
    static func av1(_ colours: Colours?, isStill: Bool = false) -> [UInt8] {
        var bits = Bits()
        bits.put(0, 3)
        bits.put(isStill ? 1 : 0, 1)
        bits.put(isStill ? 1 : 0, 1)
        if isStill {
            bits.put(8, 5)
        } else {
            // Times in ticks, what a decoder needs, and two points of operation.
            bits.put(1, 1)
            bits.put(1, 32)
            bits.put(25, 32)
            bits.put(1, 1)
            bits.number(0)
            bits.put(1, 1)
            bits.put(9, 5)
            bits.put(1, 32)
            bits.put(0x33, 10)
            bits.put(1, 1)
            bits.put(1, 5)
            for level in [9, 4] {
                bits.put(0, 12)
                bits.put(level, 5)
                if level > 7 { bits.put(1, 1) }
                bits.put(level > 7 ? 1 : 0, 1)
                if level > 7 { bits.put(0, 21) }
                bits.put(1, 1)
                bits.put(3, 4)
            }
        }
        bits.put(5, 4)
        bits.put(5, 4)
        bits.put(59, 6)
        bits.put(43, 6)
        if !isStill {
            bits.put(1, 1)
            bits.put(0, 7)
        }
        bits.put(0, 3)
        if !isStill {
            bits.put(15, 4)
            bits.put(1, 1)
            bits.put(3, 2)
            // Each frame says for itself whether it has tools for screens, and not if vectors are whole.
            bits.put(1, 1)
            bits.put(0, 1)
            bits.put(0, 1)
            bits.put(6, 3)
        }
        bits.put(0, 3)
        // Ten bits, in colour.
        bits.put(1, 1)
        bits.put(0, 1)
        bits.put(colours == nil ? 0 : 1, 1)
        if let colours {
            for number in [colours.primaries, colours.transfer, colours.matrix] { bits.put(number, 8) }
        }
        bits.put(colours?.isFull == true ? 1 : 0, 1)
        let body = bits.bytes
        return [0x12, 0, 0x0A, UInt8(body.count)] + body
    }

    /// The configuration of a codec with such a head in it.
    static func avcC(_ unit: [UInt8]) -> [UInt8] {
        Movie.box("avcC", [1, 110, 0, 40, 0xFF, 0xE1] + big(2, unit.count) + unit + [0])
    }

    static func hvcC(_ unit: [UInt8]) -> [UInt8] {
        let other = [0xA0, 0, 1] + big(2, 3) + [0x40, 1, 0]
        return Movie.box(
            "hvcC", [1, 2] + zeros(10) + [150] + zeros(9) + [2] + other + [0xA1, 0, 1] + big(2, unit.count) + unit)
    }

    static func av1C(_ units: [UInt8]) -> [UInt8] {
        Movie.box("av1C", [0x81, 9, 0x4C, 0] + units)
    }
}
