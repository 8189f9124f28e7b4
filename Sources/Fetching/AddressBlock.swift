/// A block of addresses with a common prefix.
struct AddressBlock: Hashable, Sendable {
    private let prefix: [UInt8]
    private let bits: Int

    /// - Parameter prefix: its first bytes; the rest are zero.
    static func ipv4(_ prefix: UInt8..., bits: Int) -> AddressBlock {
        AddressBlock(prefix: prefix + [UInt8](repeating: 0, count: max(0, 4 - prefix.count)), bits: bits)
    }

    /// - Parameter prefix: its first groups of 16 bits; the rest are zero.
    static func ipv6(_ prefix: UInt16..., bits: Int) -> AddressBlock {
        let bytes = prefix.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        return AddressBlock(prefix: bytes + [UInt8](repeating: 0, count: max(0, 16 - bytes.count)), bits: bits)
    }

    private init(prefix: [UInt8], bits: Int) {
        self.prefix = prefix
        self.bits = bits
    }

    /// Reads an address, or an address and a number of bits as in `10.0.0.0/8`.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = NetworkAddress(String(parts[0])) else { return nil }
        prefix = address.bytes
        guard parts.count == 2 else {
            bits = prefix.count * 8
            return
        }
        guard parts[1].utf8.allSatisfy(\.isASCIIDigit), let bits = Int(parts[1]), bits <= prefix.count * 8 else {
            return nil
        }
        self.bits = bits
    }

    func contains(_ address: NetworkAddress) -> Bool {
        guard address.bytes.count == prefix.count else { return false }
        let (whole, rest) = (bits / 8, bits % 8)
        guard address.bytes.prefix(whole) == prefix.prefix(whole) else { return false }
        return rest == 0 || (address.bytes[whole] ^ prefix[whole]) >> (8 - rest) == 0
    }

    static let mapped = ipv6(0, 0, 0, 0, 0, 0xFFFF, bits: 96)
    static let compatible = ipv6(bits: 96)
    static let translated = ipv6(0x64, 0xFF9B, bits: 96)
    static let sixToFour = ipv6(0x2002, bits: 16)
    static let teredo = ipv6(0x2001, bits: 32)
}
