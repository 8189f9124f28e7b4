/// A host by name, as in `cdn.example.com`, or everything below a name, as in `*.example.com`.
struct HostPattern: Hashable, Sendable {
    private let name: String
    private let isBelow: Bool

    /// `nil` when no host could match.
    init?(_ text: String) {
        isBelow = text.hasPrefix("*.")
        let written = String(text.dropFirst(isBelow ? 2 : 0))
        guard !written.isEmpty, !written.contains(where: { "*/@?# ".contains($0) }),
            let name = InternationalName.ascii(written), !name.hasPrefix("."), !name.contains(".."),
            !Self.isOddAddress(name)
        else { return nil }
        self.name = Self.withoutRootDot(name)
    }

    /// - Parameter host: as it stands in a `SourceLink`.
    func matches(_ host: String) -> Bool {
        let host = Self.withoutRootDot(host)
        return isBelow ? host.hasSuffix("." + name) : host == name
    }

    /// Whether a resolver would take it for an oddly written address, which a list must name in the standard notation.
    private static func isOddAddress(_ name: String) -> Bool {
        let last = withoutRootDot(name).split(separator: ".").last ?? ""
        return NetworkAddress(name) == nil && (last.hasPrefix("0x") || last.utf8.allSatisfy(\.isASCIIDigit))
    }

    /// `example.com.` and `example.com` are one host.
    private static func withoutRootDot(_ host: String) -> String {
        host.hasSuffix(".") ? String(host.dropLast()) : host
    }
}
