package import AttachmentModel

/// Where affix may connect to: global addresses, and those that its operator has named.
package struct EgressPolicy: Sendable {
    private let named: [AddressBlock]
    private let ports: Set<Int>

    /// - Parameter allowAddresses: addresses or CIDR blocks that may be reached although they are not global.
    package init(allowAddresses: [String], allowPorts: [Int]) throws(PreparationError) {
        var named: [AddressBlock] = []
        for entry in allowAddresses {
            guard let block = AddressBlock(entry) else {
                throw PreparationError(
                    .configurationInvalid, "AFFIX_ALLOW_ADDRESSES: \(entry) is neither an address nor a CIDR block")
            }
            named.append(block)
        }
        if let port = allowPorts.first(where: { !(1...65_535).contains($0) }) {
            throw PreparationError(.configurationInvalid, "AFFIX_ALLOW_PORTS: \(port) is not a port from 1 to 65535")
        }
        self.named = named
        ports = Set(allowPorts)
    }

    /// Judges everything that a host resolves to.
    ///
    /// One forbidden answer refuses the whole host: which of several addresses gets dialled is not ours to choose.
    package func judge(_ addresses: [String], for link: SourceLink) throws(PreparationError) {
        guard !addresses.isEmpty else {
            throw PreparationError(.fetchName, "The host name \(link.host) has no address")
        }
        for address in addresses where !mayDial(address) {
            let what = NetworkAddress(address).map { AddressClass($0).rawValue } ?? "an address of unknown kind"
            throw PreparationError(
                .sourceAddressForbidden,
                link.host == address ? "\(address) is \(what)" : "The host \(link.host) is at \(address): \(what)")
        }
        guard ports.contains(link.port) || addresses.allSatisfy({ NetworkAddress($0).map(isNamed) ?? false }) else {
            throw PreparationError(.sourcePort, "Port \(link.port) is not one that media is fetched from")
        }
    }

    /// Judges one address in standard notation, at the moment it is dialled.
    package func mayDial(_ address: String) -> Bool {
        guard let address = NetworkAddress(address) else { return false }
        return isNamed(address) || AddressClass(address) == .global
    }

    private func isNamed(_ address: NetworkAddress) -> Bool {
        named.contains { $0.contains(address) || $0.contains(address.unmapped) }
    }
}
