/// A place among the bits of a short part of a file, the highest bit of each byte first, that only moves forward.
package struct BitCursor {
    private let bytes: [UInt8]
    private var position = 0

    /// Longer parts are cut: what codecs say of a whole picture stands in fewer bytes.
    private static let mostBytes = 4_096

    /// Begins with the first bit of a part.
    package init(_ part: ByteWindow) {
        let length = min(part.count, Self.mostBytes)
        bytes = (try? part.copy(at: 0, count: length)) ?? []
    }

    /// Begins behind the head of a unit of H.264 or HEVC, without the bytes that keep it from looking like a start code
    /// (ITU-T H.264 and H.265, section 7.4.1).
    package init(unit: ByteWindow, headLength: Int) {
        let part = BitCursor(unit.clipped(at: headLength))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(part.bytes.count)
        var zeros = 0
        for byte in part.bytes {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            bytes.append(byte)
        }
        self.bytes = bytes
    }

    /// Whether the next bit is set.
    package mutating func flag() throws(Fault) -> Bool { try bits(1) == 1 }

    /// An unsigned number of up to 32 bits.
    package mutating func bits(_ count: Int) throws(Fault) -> Int {
        guard (0...32).contains(count), count <= 8 * bytes.count - position else { throw .corrupt }
        var value = 0
        for place in position..<(position + count) {
            value = value << 1 | Int(bytes[place >> 3] >> UInt8(7 - place & 7)) & 1
        }
        position += count
        return value
    }

    package mutating func skip(_ count: Int) throws(Fault) {
        guard count >= 0, count <= 8 * bytes.count - position else { throw .corrupt }
        position += count
    }

    /// An unsigned number as long as it has to be, of Exp-Golomb's code (ITU-T H.264, section 9.1); AV1 has the same.
    package mutating func number() throws(Fault) -> Int {
        var length = 0
        while try !flag() {
            length += 1
            guard length <= 32 else { throw .corrupt }
        }
        return try (1 << length) - 1 + bits(length)
    }

    /// One that is expected to be no larger than `most`.
    package mutating func number(upTo most: Int) throws(Fault) -> Int {
        let number = try number()
        guard number <= most else { throw .corrupt }
        return number
    }

    /// A number with a sign in the same code: 1, -1, 2, -2 and so on.
    package mutating func signedNumber() throws(Fault) -> Int {
        let number = try number()
        return number & 1 == 1 ? (number + 1) / 2 : -(number / 2)
    }
}
