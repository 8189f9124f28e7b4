/// Four characters that name a box, a chunk or a codec.
package struct FourCC: Hashable, Sendable, ExpressibleByStringLiteral {
    package let number: UInt32

    @inlinable
    package init(_ number: UInt32) {
        self.number = number
    }

    package init(stringLiteral text: String) {
        number = text.unicodeScalars.reduce(0) { $0 << 8 | ($1.value & 0xFF) }
    }

    /// The characters without blanks at their end; what cannot be printed becomes a dot.
    package var text: String {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
        let characters = bytes.map { (0x20..<0x7F).contains($0) ? Character(Unicode.Scalar($0)) : "." }
        return String(characters).split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }

    /// Whether all four are letters, digits, blanks or `©`, as the names of real boxes are.
    package var isName: Bool {
        [24, 16, 8, 0].allSatisfy { shift in
            let byte = UInt8(truncatingIfNeeded: number >> shift)
            return (0x20..<0x7F).contains(byte) || byte == 0xA9
        }
    }
}
