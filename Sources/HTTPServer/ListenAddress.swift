internal import Glibc

/// An address and port to listen at, such as `127.0.0.1:8080`, `[::1]:8080`, or `:8080` for every address.
package struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    package let host: String
    package let port: UInt16
    private let isSix: Bool

    /// `nil` when the text is no address in numbers with a port.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = text[..<colon]
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        if isBracketed { host = host.dropFirst().dropLast() }
        guard isBracketed || !host.contains(":") else { return nil }
        if host == "localhost" { host = "127.0.0.1" }
        self.port = port
        // Every address of either family, by the one socket that takes both.
        self.host = host.isEmpty ? "::" : String(host)
        isSix = isBracketed || host.isEmpty
        guard Self.number(self.host, isSix: isSix) != nil else { return nil }
    }

    /// The same address with the port that the system chose.
    package func with(port: Int) -> ListenAddress {
        ListenAddress("\(isSix ? "[\(host)]" : host):\(port)") ?? self
    }

    package var description: String { isSix ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Whether only this machine can knock.
    package var isLoopback: Bool { isSix ? host == "::1" : host.hasPrefix("127.") }

    var family: Int32 { isSix ? AF_INET6 : AF_INET }
    var length: socklen_t { socklen_t(isSix ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size) }

    /// The address as the system takes it.
    var storage: sockaddr_storage { Self.storage(host, isSix: isSix, port: port) }

    private static func number(_ host: String, isSix: Bool) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: isSix ? 16 : 4)
        return unsafe inet_pton(isSix ? AF_INET6 : AF_INET, host, &bytes) == 1 ? bytes : nil
    }

    private static func storage(_ host: String, isSix: Bool, port: UInt16) -> sockaddr_storage {
        var storage = sockaddr_storage()
        storage.ss_family = sa_family_t(isSix ? AF_INET6 : AF_INET)
        let bytes = number(host, isSix: isSix) ?? []
        unsafe withUnsafeMutableBytes(of: &storage) { room in
            unsafe room[2] = UInt8(port >> 8)
            unsafe room[3] = UInt8(port & 0xff)
            // In struct sockaddr_in6 four bytes of flow information stand before the address.
            unsafe room[(isSix ? 8 : 4)...].copyBytes(from: bytes)
        }
        return storage
    }
}
