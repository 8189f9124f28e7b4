/// What an address is for, by IANA's special-purpose registries of IPv4 and IPv6.
///
/// The classification is total: an IPv6 address that no row names is reserved, never global.
enum AddressClass: String, CaseIterable, Sendable {
    case global
    case unspecified = "an unspecified address"
    case loopback = "a loopback address"
    case privateUse = "a private address"
    case sharedSpace = "an address behind a carrier's NAT"
    case linkLocal = "a link-local address, where cloud metadata lives"
    case protocolUse = "an address set aside for protocols"
    case documentation = "an address for documentation"
    case relay = "the address of a 6to4 relay"
    case benchmark = "an address for benchmarks"
    case multicast = "a multicast address"
    case broadcast = "the broadcast address"
    case discard = "an address that discards"
    case tunnel = "an address of an abandoned tunnel"
    case localTranslation = "an address of a local NAT64"
    case identifier = "an identifier that is no address"
    case platform = "where a cloud's own platform answers its machines"
    case reserved = "a reserved address"

    init(_ address: NetworkAddress) {
        // What lies inside decides unless it is global: then the outside has its say too.
        if let inner = address.inner, AddressClass(inner) != .global {
            self = AddressClass(inner)
        } else {
            self = Self.row(of: address) ?? (address.bytes.count == 4 ? .global : .reserved)
        }
    }

    private static func row(of address: NetworkAddress) -> AddressClass? {
        (address.bytes.count == 4 ? ipv4 : ipv6).first { $0.block.contains(address) }?.class
    }

    private typealias Row = (block: AddressBlock, class: AddressClass)

    private static let ipv4: [Row] = [
        (.ipv4(0, bits: 8), .unspecified),
        (.ipv4(10, bits: 8), .privateUse),
        (.ipv4(100, 64, bits: 10), .sharedSpace),
        (.ipv4(127, bits: 8), .loopback),
        // Azure's, which lies among global addresses.
        (.ipv4(168, 63, 129, 16, bits: 32), .platform),
        (.ipv4(169, 254, bits: 16), .linkLocal),
        (.ipv4(172, 16, bits: 12), .privateUse),
        (.ipv4(192, 0, 0, bits: 24), .protocolUse),
        (.ipv4(192, 0, 2, bits: 24), .documentation),
        (.ipv4(192, 88, 99, bits: 24), .relay),
        (.ipv4(192, 168, bits: 16), .privateUse),
        (.ipv4(198, 18, bits: 15), .benchmark),
        (.ipv4(198, 51, 100, bits: 24), .documentation),
        (.ipv4(203, 0, 113, bits: 24), .documentation),
        (.ipv4(224, bits: 4), .multicast),
        (.ipv4(255, 255, 255, 255, bits: 32), .broadcast),
        (.ipv4(240, bits: 4), .reserved),
    ]

    /// The first row that holds an address decides: the narrow ones come first.
    private static let ipv6: [Row] = [
        (.ipv6(bits: 128), .unspecified),
        (.ipv6(0, 0, 0, 0, 0, 0, 0, 1, bits: 128), .loopback),
        (.mapped, .global),
        (.compatible, .tunnel),
        (.translated, .global),
        (.ipv6(0x64, 0xFF9B, 1, bits: 48), .localTranslation),
        (.ipv6(0x100, bits: 64), .discard),
        (.teredo, .tunnel),
        (.ipv6(0x2001, 2, 0, bits: 48), .benchmark),
        (.ipv6(0x2001, 0x10, bits: 28), .identifier),
        (.ipv6(0x2001, 0x20, bits: 28), .identifier),
        (.ipv6(0x2001, bits: 23), .protocolUse),
        (.ipv6(0x2001, 0xDB8, bits: 32), .documentation),
        (.ipv6(0x3FFF, bits: 20), .documentation),
        (.ipv6(0x2000, bits: 3), .global),
        (.ipv6(0x5F00, bits: 16), .identifier),
        (.ipv6(0xFC00, bits: 7), .privateUse),
        (.ipv6(0xFE80, bits: 10), .linkLocal),
        (.ipv6(0xFEC0, bits: 10), .privateUse),
        (.ipv6(0xFF00, bits: 8), .multicast),
    ]
}
