internal import Testing

@testable internal import Fetching

struct AddressClassTests {
    /// First and last address of each range.
    private static let ranges: [(String, String, AddressClass)] = [
        ("0.0.0.0", "0.255.255.255", .unspecified),
        ("10.0.0.0", "10.255.255.255", .privateUse),
        ("100.64.0.0", "100.127.255.255", .sharedSpace),
        ("127.0.0.0", "127.255.255.255", .loopback),
        ("168.63.129.16", "168.63.129.16", .platform),
        ("169.254.0.0", "169.254.255.255", .linkLocal),
        ("172.16.0.0", "172.31.255.255", .privateUse),
        ("192.0.0.0", "192.0.0.255", .protocolUse),
        ("192.0.2.0", "192.0.2.255", .documentation),
        ("192.88.99.0", "192.88.99.255", .relay),
        ("192.168.0.0", "192.168.255.255", .privateUse),
        ("198.18.0.0", "198.19.255.255", .benchmark),
        ("198.51.100.0", "198.51.100.255", .documentation),
        ("203.0.113.0", "203.0.113.255", .documentation),
        ("224.0.0.0", "239.255.255.255", .multicast),
        ("240.0.0.0", "255.255.255.254", .reserved),
        ("255.255.255.255", "255.255.255.255", .broadcast),
        ("::", "::", .unspecified),
        ("::1", "::1", .loopback),
        ("::2", "::ffff:ffff", .tunnel),
        ("::1:0:0", "::fffe:ffff:ffff", .reserved),
        ("64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", .localTranslation),
        ("100::", "100::ffff:ffff:ffff:ffff", .discard),
        ("2001:1::", "2001:1:ffff:ffff:ffff:ffff:ffff:ffff", .protocolUse),
        ("2001:2::", "2001:2:0:ffff:ffff:ffff:ffff:ffff", .benchmark),
        ("2001:10::", "2001:1f:ffff:ffff:ffff:ffff:ffff:ffff", .identifier),
        ("2001:20::", "2001:2f:ffff:ffff:ffff:ffff:ffff:ffff", .identifier),
        ("2001:30::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", .protocolUse),
        ("2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", .documentation),
        ("3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", .documentation),
        ("4000::", "5eff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .reserved),
        ("5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .identifier),
        ("5f01::", "fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .reserved),
        ("fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .privateUse),
        ("fe00::", "fe7f:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .reserved),
        ("fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .linkLocal),
        ("fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .privateUse),
        ("ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", .multicast),
    ]

    @Test(arguments: ranges)
    func `a range holds its first and its last address`(first: String, last: String, expected: AddressClass) throws {
        #expect(AddressClass(try #require(NetworkAddress(first))) == expected)
        #expect(AddressClass(try #require(NetworkAddress(last))) == expected)
    }

    @Test(arguments: [
        "1.0.0.0", "168.63.129.15", "168.63.129.17", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
        "126.255.255.255", "128.0.0.0",
        "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255", "192.0.1.0",
        "192.0.1.255", "192.0.3.0", "192.88.98.255", "192.88.100.0", "192.167.255.255", "192.169.0.0",
        "198.17.255.255", "198.20.0.0", "198.51.99.255", "198.51.101.0", "203.0.112.255", "203.0.114.0",
        "223.255.255.255", "2000::", "2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:200::", "2001:db7:ffff::",
        "2001:db9::", "2003::", "2606:4700::1111", "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff:1000::",
    ])
    func `the neighbours of every range are global`(address: String) throws {
        #expect(AddressClass(try #require(NetworkAddress(address))) == .global)
    }

    @Test(
        arguments: [
            ("::ffff:8.8.8.8", .global), ("::ffff:127.0.0.1", .loopback), ("::ffff:100.64.0.1", .sharedSpace),
            ("::127.0.0.1", .tunnel), ("::8.8.8.8", .tunnel),
            ("64:ff9b::8.8.8.8", .global), ("64:ff9b::10.0.0.1", .privateUse),
            ("64:ff9b:1::8.8.8.8", .localTranslation),
            ("2002:808:808::1", .global), ("2002:7f00:1::1", .loopback), ("2002:a9fe:a9fe::", .linkLocal),
            // Teredo: the client's address is inverted; 80ff:fffe is 127.0.0.1.
            ("2001:0:808:808:0:0:80ff:fffe", .loopback), ("2001:0:808:808:0:0:f7f7:f7f7", .tunnel),
            ("2606:4700::5efe:10.0.0.1", .privateUse), ("2606:4700::200:5efe:10.0.0.1", .privateUse),
            ("2606:4700::5efe:8.8.8.8", .global), ("fe80::5efe:8.8.8.8", .linkLocal),
        ] as [(String, AddressClass)])
    func `an address inside an address has its say`(text: String, expected: AddressClass) throws {
        #expect(AddressClass(try #require(NetworkAddress(text))) == expected)
    }

    @Test(arguments: ["127.1", "0177.0.0.1", "2130706433", "fe80::1%eth0", "1.2.3.4 ", "", ":", "1.2.3.256"])
    func `only the standard notations are addresses`(text: String) {
        #expect(NetworkAddress(text) == nil)
    }
}
