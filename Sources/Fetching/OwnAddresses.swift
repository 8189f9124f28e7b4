internal import AttachmentModel
internal import Glibc

/// The places where this process listens itself: whoever made it fetch from them would have it call itself for ever.
struct OwnAddresses: Sendable {
    private struct Place: Hashable {
        let address: NetworkAddress
        let port: Int
    }

    private let places: Set<Place>

    /// - Parameter listening: addresses with ports, as in `127.0.0.1:8080` or `[::]:8080`; an unspecified address stands
    ///   for all that this machine has.
    init(_ listening: [String]) throws(PreparationError) {
        var places: Set<Place> = []
        for entry in listening {
            guard let colon = entry.lastIndex(of: ":"), let port = Int(entry[entry.index(after: colon)...]),
                let address = NetworkAddress(entry[..<colon].filter { $0 != "[" && $0 != "]" })
            else {
                throw PreparationError(
                    .configurationInvalid, "The listening address \(entry) is not an address with a port")
            }
            let isUnspecified = AddressClass(address) == .unspecified
            for address in isUnspecified ? Self.ofThisMachine() : [address] {
                places.insert(Place(address: address.unmapped, port: port))
            }
        }
        self.places = places
    }

    func contain(_ address: NetworkAddress, port: Int) -> Bool {
        places.contains(Place(address: address.unmapped, port: port))
    }

    /// The addresses of all interfaces.
    private static func ofThisMachine() -> [NetworkAddress] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&first) == 0 else { return [] }
        defer { unsafe freeifaddrs(first) }
        var found: [NetworkAddress] = []
        var next = unsafe first
        while let entry = unsafe next {
            if let address = unsafe NetworkAddress(entry.pointee.ifa_addr) { found.append(address) }
            unsafe next = entry.pointee.ifa_next
        }
        return found
    }
}

extension NetworkAddress {
    fileprivate init?(_ socketAddress: UnsafeMutablePointer<sockaddr>?) {
        guard let socketAddress = unsafe socketAddress else { return nil }
        switch Int32(unsafe socketAddress.pointee.sa_family) {
        case AF_INET:
            self = unsafe socketAddress.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                unsafe withUnsafeBytes(of: $0.pointee.sin_addr) { unsafe NetworkAddress(Array($0)) }
            }
        case AF_INET6:
            self = unsafe socketAddress.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                unsafe withUnsafeBytes(of: $0.pointee.sin6_addr) { unsafe NetworkAddress(Array($0)) }
            }
        default: return nil
        }
    }
}
