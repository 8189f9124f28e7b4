internal import AttachmentModel

/// Hosts that an operator lists, by name or by where they lie.
///
/// An address is compared with what a host resolves to, so that no spelling of it and no other name leads around it.
struct HostList: Sendable {
    private var patterns: [HostPattern] = []
    private var blocks: [AddressBlock] = []

    /// - Parameter setting: the variable to name when an entry is neither a name nor an address.
    init(_ entries: [String], of setting: String) throws(PreparationError) {
        for entry in entries {
            if let block = AddressBlock(entry) {
                blocks.append(block)
            } else if let pattern = HostPattern(entry) {
                patterns.append(pattern)
            } else {
                throw PreparationError(
                    .configurationInvalid,
                    "\(setting): \(entry) is not a host name, one that begins with *. or an address")
            }
        }
    }

    var isEmpty: Bool { patterns.isEmpty && blocks.isEmpty }
    var hasAddresses: Bool { !blocks.isEmpty }

    func names(_ host: String) -> Bool {
        patterns.contains { $0.matches(host) }
    }

    func holds(_ address: NetworkAddress) -> Bool {
        blocks.contains { $0.contains(address) || $0.contains(address.unmapped) }
    }
}
