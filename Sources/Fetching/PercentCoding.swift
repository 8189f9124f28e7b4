/// Percent signs in URLs.
enum PercentCoding {
    /// Encodes what no URL may hold (blanks, quotes, braces, other scripts, a percent sign that starts no escape), once;
    /// whatever is well formed stays as it is.
    static func repaired(_ bytes: ArraySlice<UInt8>) -> String {
        var clean: [UInt8] = []
        clean.reserveCapacity(bytes.count)
        for (index, byte) in zip(bytes.indices, bytes) {
            let isWellFormed = byte == UInt8(ascii: "%") ? isEscape(bytes[index...]) : isAllowed(byte)
            if isWellFormed { clean.append(byte) } else { clean += escape(byte) }
        }
        return String(decoding: clean, as: UTF8.self)
    }

    static func isEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count >= 3 && bytes.dropFirst().prefix(2).allSatisfy { $0.hexadecimalValue != nil }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !"\"<>\\^`{|}".utf8.contains(byte)
    }

    private static func escape(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}
