package import AttachmentModel

/// Where affix may connect to: global addresses, and those that its operator has named.
package struct EgressPolicy: Sendable {
    private let named: [AddressBlock]
    private let ports: Set<Int>
    private let allowed: HostList
    private let denied: HostList
    private let own: OwnAddresses

    /// Reads the rules as an operator writes them.
    ///
    /// - Parameters:
    ///   - allowAddresses: addresses or CIDR blocks that may be reached although they are not global.
    ///   - allowPorts: ports that may be reached; a named address may be reached on any.
    ///   - allowHosts: when there are any, no other host is fetched from; `*.example.com` is every host below a name, and
    ///     an address or CIDR block every host that lies there.
    ///   - denyHosts: the same for hosts that are never fetched from, whatever else allows them.
    ///   - listening: addresses with ports at which this process listens itself; never fetched from.
    package init(
        allowAddresses: [String], allowPorts: [Int], allowHosts: [String] = [], denyHosts: [String] = [],
        listening: [String] = []
    ) throws(PreparationError) {
        named = try allowAddresses.map { (entry) throws(PreparationError) in
            guard let block = AddressBlock(entry) else {
                throw PreparationError(
                    .configurationInvalid, "AFFIX_ALLOW_ADDRESSES: \(entry) is neither an address nor a CIDR block")
            }
            return block
        }
        if let port = allowPorts.first(where: { !(1...65_535).contains($0) }) {
            throw PreparationError(.configurationInvalid, "AFFIX_ALLOW_PORTS: \(port) is not a port from 1 to 65535")
        }
        ports = Set(allowPorts)
        allowed = try HostList(allowHosts, of: "AFFIX_ALLOW_HOSTS")
        denied = try HostList(denyHosts, of: "AFFIX_DENY_HOSTS")
        own = try OwnAddresses(listening)
    }

    /// Judges a host by its name, before anybody is asked for its addresses.
    package func judge(hostOf link: SourceLink) throws(PreparationError) {
        guard allowed.isEmpty || allowed.hasAddresses || allowed.names(link.host), !denied.names(link.host) else {
            throw Self.denial(of: link)
        }
    }

    private static func denial(of link: SourceLink) -> PreparationError {
        PreparationError(.sourceHostDenied, "The host \(link.host) is not one that affix connects to")
    }

    /// Judges everything that a host resolves to.
    ///
    /// One forbidden answer refuses the whole host: which of several addresses gets dialled is not ours to choose.
    package func judge(_ addresses: [String], for link: SourceLink) throws(PreparationError) {
        guard !addresses.isEmpty else {
            throw PreparationError(.fetchName, "The host name \(link.host) has no address")
        }
        let places = addresses.compactMap(NetworkAddress.init)
        guard allowed.isEmpty || allowed.names(link.host) || places.allSatisfy(allowed.holds),
            !places.contains(where: denied.holds)
        else { throw Self.denial(of: link) }
        for address in addresses where !mayDial(address, port: link.port) {
            let what = NetworkAddress(address).map { words(for: $0, port: link.port) } ?? "an address of unknown kind"
            throw PreparationError(
                .sourceAddressForbidden,
                link.host == address ? "\(address) is \(what)" : "The host \(link.host) is at \(address): \(what)")
        }
        guard ports.contains(link.port) || areNamed(addresses) else {
            throw PreparationError(.sourcePort, "Port \(link.port) is not one that affix connects to")
        }
    }

    /// Judges the port that something is sent to: unlike one that is fetched from, it must be among those that may be
    /// reached at an address that the operator has named as well, as what listens there takes orders.
    func judge(portOf link: SourceLink) throws(PreparationError) {
        guard ports.contains(link.port) else {
            throw PreparationError(.sourcePort, "Port \(link.port) is not one that affix sends to")
        }
    }

    /// Judges one address in standard notation, at the moment it is dialled.
    package func mayDial(_ address: String, port: Int) -> Bool {
        guard let address = NetworkAddress(address), !own.contain(address, port: port) else { return false }
        return isNamed(address) || AddressClass(address) == .global
    }

    /// Whether the operator has named every one of some addresses.
    func areNamed(_ addresses: [String]) -> Bool {
        addresses.allSatisfy { NetworkAddress($0).map(isNamed) ?? false }
    }

    private func isNamed(_ address: NetworkAddress) -> Bool {
        named.contains { $0.contains(address) || $0.contains(address.unmapped) }
    }

    private func words(for address: NetworkAddress, port: Int) -> String {
        own.contain(address, port: port) ? "where affix itself listens" : AddressClass(address).rawValue
    }
}
