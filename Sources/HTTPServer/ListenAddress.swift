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

    /// Reads what the system tells of a socket; `nil` when it is of another family.
    init?(_ storage: sockaddr_storage) {
        var storage = storage
        isSix = Int32(storage.ss_family) == AF_INET6
        guard isSix || Int32(storage.ss_family) == AF_INET else { return nil }
        let bytes = unsafe withUnsafeBytes(of: &storage) { unsafe Array($0) }
        // Both families keep the port in the same place.
        port = UInt16(bytes[2]) << 8 | UInt16(bytes[3])
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let number = Array(bytes[(isSix ? 8 : 4)...])
        guard unsafe inet_ntop(isSix ? AF_INET6 : AF_INET, number, &text, socklen_t(text.count)) != nil else {
            return nil
        }
        host = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
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
