internal import Glibc

/// An IPv4 or IPv6 address in network order.
struct NetworkAddress: Hashable, Sendable {
    /// Four or sixteen.
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads the standard notations and no other: no octal, no missing parts, no zone.
    init?(_ text: String) {
        var bytes = [UInt8](repeating: 0, count: text.contains(":") ? 16 : 4)
        let family = bytes.count == 16 ? AF_INET6 : AF_INET
        guard unsafe inet_pton(family, text, &bytes) == 1 else { return nil }
        self.bytes = bytes
    }

    /// The standard notation.
    var text: String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { room in
            let family = bytes.count == 16 ? AF_INET6 : AF_INET
            guard unsafe inet_ntop(family, bytes, room.baseAddress, socklen_t(room.count)) != nil,
                let text = room.baseAddress
            else { return "" }
            return unsafe String(cString: text)
        }
    }

    /// The IPv4 address that a mapped one stands for; itself otherwise.
    var unmapped: NetworkAddress {
        AddressBlock.mapped.contains(self) ? NetworkAddress(Array(bytes[12...])) : self
    }

    /// The IPv4 address that packets for this IPv6 address end at, or claim to.
    var inner: NetworkAddress? {
        guard bytes.count == 16 else { return nil }
        if AddressBlock.sixToFour.contains(self) { return NetworkAddress(Array(bytes[2..<6])) }
        // Teredo writes the client's address with every bit turned over.
        if AddressBlock.teredo.contains(self) { return NetworkAddress(bytes[12...].map { ~$0 }) }
        let isLast = AddressBlock.mapped.contains(self) || AddressBlock.translated.contains(self)
        // ISATAP has a fixed interface identifier below any prefix; its second bit says local or global.
        let isISATAP = bytes[8] & 0xFD == 0 && bytes[9...11] == [0, 0x5E, 0xFE]
        return isLast || isISATAP ? NetworkAddress(Array(bytes[12...])) : nil
    }
}
