/// Four characters that name a box, a chunk or a codec.
struct BoxName: Hashable, ExpressibleByStringLiteral {
    let number: UInt32

    init(_ number: UInt32) {
        self.number = number
    }

    init(stringLiteral text: String) {
        number = text.unicodeScalars.reduce(0) { $0 << 8 | ($1.value & 0xFF) }
    }

    /// The characters; what cannot be printed becomes a dot.
    var text: String {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
        return String(bytes.map { (0x20..<0x7F).contains($0) ? Character(Unicode.Scalar($0)) : "." })
    }

    /// Whether all four can be printed or are `©`, as in the names of real boxes.
    var isName: Bool {
        [24, 16, 8, 0].allSatisfy { shift in
            let byte = UInt8(truncatingIfNeeded: number >> shift)
            return (0x20..<0x7F).contains(byte) || byte == 0xA9
        }
    }
}
