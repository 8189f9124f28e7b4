/// The first bytes of a file, read as text: UTF-8 without byte order mark, leading blanks and comments.
struct WrittenHead {
    /// UTF-8, or bytes of an older character set as they came.
    let bytes: ArraySlice<UInt8>

    init(_ head: Span<UInt8>) {
        bytes = Self.skippingComments(Self.decoded(head)[...])
    }

    /// Whether every byte is one that text files have, and most of them are letters of some character set.
    var isText: Bool {
        guard !bytes.isEmpty, bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0.isBlank || $0 == 0x1B }) else {
            return false
        }
        let unreadable = String(decoding: bytes, as: UTF8.self).unicodeScalars.count { $0 == "\u{FFFD}" }
        return unreadable <= 1 + bytes.count / 4
    }

    /// Whether it begins with `text`, which is in lowercase.
    func begins(with text: String) -> Bool {
        bytes.count >= text.utf8.count && zip(bytes, text.utf8).allSatisfy { $0.lowercased == $1 }
    }

    /// Where `text`, which is in lowercase, lies first.
    func position(of text: String, from start: Int? = nil) -> Int? {
        let wanted = Array(text.utf8)
        guard let first = wanted.first else { return nil }
        let start = max(start ?? bytes.startIndex, bytes.startIndex)
        guard start <= bytes.endIndex - wanted.count else { return nil }
        return (start...(bytes.endIndex - wanted.count)).first { position in
            bytes[position].lowercased == first
                && wanted.indices.allSatisfy { bytes[position + $0].lowercased == wanted[$0] }
        }
    }

    private static func decoded(_ head: Span<UInt8>) -> [UInt8] {
        let isBigEndian = head.reads([0xFE, 0xFF])
        guard isBigEndian || head.reads([0xFF, 0xFE]) else {
            let start = head.reads([0xEF, 0xBB, 0xBF]) ? 3 : 0
            return (start..<head.count).map { head[$0] }
        }
        let units = stride(from: 2, to: head.count - 1, by: 2).map { offset in
            let (one, two) = (UInt16(head[offset]), UInt16(head[offset + 1]))
            return isBigEndian ? one << 8 | two : two << 8 | one
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// A comment may stand before a doctype; one that never ends is left in place.
    private static func skippingComments(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = bytes.drop(while: \.isBlank)
        while rest.starts(with: "<!--".utf8) {
            var end = rest.dropFirst(4)
            while !end.isEmpty, !end.starts(with: "-->".utf8) { end = end.dropFirst() }
            guard !end.isEmpty else { return rest }
            rest = end.dropFirst(3).drop(while: \.isBlank)
        }
        return rest
    }
}

extension UInt8 {
    var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
    var isLetter: Bool { (0x61...0x7A).contains(lowercased) }
    var isDigit: Bool { (0x30...0x39).contains(self) }
    var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self + 0x20 : self }
}
