/// A URL or relative reference cut into its five parts, by the grammar of RFC 3986, appendix B; the fragment is dropped.
struct LinkReference {
    /// In lowercase.
    let scheme: String?
    let authority: ArraySlice<UInt8>?
    let path: ArraySlice<UInt8>
    let query: ArraySlice<UInt8>?

    init(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes.prefix { $0 != UInt8(ascii: "#") }
        scheme = Self.takeScheme(&rest)
        if rest.starts(with: "//".utf8) {
            let authority = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
            self.authority = authority
            rest = rest[authority.endIndex...]
        } else {
            authority = nil
        }
        path = rest.prefix { $0 != UInt8(ascii: "?") }
        query = path.endIndex < rest.endIndex ? rest[(path.endIndex + 1)...] : nil
    }

    private static func takeScheme(_ rest: inout ArraySlice<UInt8>) -> String? {
        guard let colon = rest.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = rest[..<colon]
        guard let first = scheme.first, first.isASCIILetter, scheme.allSatisfy(isSchemeByte) else { return nil }
        rest = rest[(colon + 1)...]
        return String(decoding: scheme, as: UTF8.self).lowercased()
    }

    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit
            || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(byte)
    }
}

extension UInt8 {
    var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
    var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

    /// The value of a hexadecimal digit.
    var hexadecimalValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x37
        case 0x61...0x66: self - 0x57
        default: nil
        }
    }
}
