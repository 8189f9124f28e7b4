internal import AttachmentModel

/// The host and port of a URL.
struct LinkAuthority {
    /// In lowercase ASCII; an IPv6 literal without its brackets.
    let host: String
    let port: Int?

    init(_ authority: ArraySlice<UInt8>) throws(PreparationError) {
        guard !authority.contains(UInt8(ascii: "@")) else {
            throw PreparationError(.sourceInvalid, "The URL holds a user name, which is not sent to any host")
        }
        if authority.first == UInt8(ascii: "[") {
            guard let end = authority.firstIndex(of: UInt8(ascii: "]")),
                let address = NetworkAddress(String(decoding: authority[..<end].dropFirst(), as: UTF8.self)),
                address.bytes.count == 16
            else { throw PreparationError(.sourceInvalid, "The address in brackets is not an IPv6 address") }
            host = address.text
            port = try Self.port(authority[(end + 1)...])
        } else {
            let colon = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
            host = try Self.name(authority[..<colon])
            port = try Self.port(authority[colon...])
        }
    }

    private static func name(_ bytes: ArraySlice<UInt8>) throws(PreparationError) -> String {
        guard !bytes.isEmpty else { throw PreparationError(.sourceInvalid, "The URL has no host") }
        let marks: [UInt8] = [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_")]
        guard bytes.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || $0 >= 0x80 || marks.contains($0) }) else {
            throw PreparationError(.sourceInvalid, "The host name holds a character that no host name has")
        }
        guard let name = InternationalName.ascii(String(decoding: bytes, as: UTF8.self)), name.utf8.count <= 254,
            !name.isEmpty, !name.hasPrefix("."), !name.contains("..")
        else { throw PreparationError(.sourceInvalid, "The host name is not well formed") }
        return name
    }

    /// What follows the host: nothing, a lone colon, or a colon and a number.
    private static func port(_ rest: ArraySlice<UInt8>) throws(PreparationError) -> Int? {
        guard let colon = rest.first else { return nil }
        let digits = rest.dropFirst()
        if colon == UInt8(ascii: ":"), digits.isEmpty { return nil }
        guard colon == UInt8(ascii: ":"), digits.count <= 5, digits.allSatisfy(\.isASCIIDigit),
            let port = Int(String(decoding: digits, as: UTF8.self)), (1...65_535).contains(port)
        else { throw PreparationError(.sourceInvalid, "The port is not a number from 1 to 65535") }
        return port
    }
}
