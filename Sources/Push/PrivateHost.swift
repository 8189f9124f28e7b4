/// Hosts that only the machine or the network that named them can reach, told by how they are written.
enum PrivateHost {
    /// The first two numbers of the IPv4 blocks that no public host has (IANA's registry of special-purpose addresses).
    private static let blocks: [(first: ClosedRange<Int>, second: ClosedRange<Int>)] = [
        (0...0, 0...255), (10...10, 0...255), (100...100, 64...127), (127...127, 0...255), (169...169, 254...254),
        (172...172, 16...31), (192...192, 168...168), (224...255, 0...255),
    ]

    /// Whether a phone cannot reach it.
    ///
    /// - Parameter host: in small letters, an IPv6 address in brackets.
    static func matches(_ host: String) -> Bool {
        if host == "localhost" || host.hasSuffix(".localhost") { return true }
        if host.hasPrefix("[") { return isPrivateIPv6(host.dropFirst().prefix { $0 != "]" && $0 != "%" }) }
        return isPrivateIPv4(host[...])
    }

    private static func isPrivateIPv4(_ text: Substring) -> Bool {
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 4, let first = numbers[0], let second = numbers[1] else { return false }
        return blocks.contains { $0.first.contains(first) && $0.second.contains(second) }
    }

    private static func isPrivateIPv6(_ text: Substring) -> Bool {
        if text == "::" || text == "::1" { return true }
        if text.hasPrefix("::ffff:") { return isPrivateIPv4(text.dropFirst("::ffff:".count)) }
        // Addresses of a link (fe80::/10) or a site (fc00::/7), and those of many hosts (ff00::/8).
        let first = text.prefix { $0 != ":" }
        guard first.count == 4, let group = UInt16(first, radix: 16) else { return false }
        return group & 0xFFC0 == 0xFE80 || group & 0xFE00 == 0xFC00 || group >= 0xFF00
    }
}
