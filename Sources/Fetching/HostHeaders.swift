package import AttachmentModel
package import HTTPTransport

/// Headers that an operator gives out for single hosts, such as a Referer against hotlinking or an Authorization.
///
/// They are secrets: they go to the very origin that was named and nowhere else, so that neither a redirect nor a link
/// to another port or over plain http takes them along, and they are never logged.
package struct HostHeaders: Sendable {
    private struct Rule {
        let isSecure: Bool
        let host: HostPattern
        let port: Int
        let headers: [HTTPHead.Header]
    }

    /// What affix or libcurl says itself; a second voice would garble the request.
    private static let taken: Set<String> = [
        "accept", "accept-encoding", "connection", "content-length", "content-type", "expect", "host", "if-match",
        "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "keep-alive", "proxy-authorization",
        "proxy-connection", "range", "te", "trailer", "transfer-encoding", "upgrade", "user-agent",
    ]

    private let rules: [Rule]

    /// Nothing for anybody.
    package static let none = HostHeaders()

    private init() {
        rules = []
    }

    /// Reads the table as an operator writes it.
    ///
    /// - Parameter table: headers by origin: `cdn.example.com` is https on port 443, `*.example.com` the same below a
    ///   name, and `http://intranet.example:8080` says otherwise.
    package init(_ table: [String: [String: String]]) throws(PreparationError) {
        rules = try table.sorted { $0.key < $1.key }.map { (entry) throws(PreparationError) in
            try Self.rule(entry.key, entry.value)
        }
    }

    /// What to send besides to the host of `link`.
    package func headers(for link: SourceLink) -> [HTTPHead.Header] {
        rules.filter { $0.isSecure == link.isSecure && $0.port == link.port && $0.host.matches(link.host) }
            .flatMap(\.headers)
    }

    private static func rule(_ origin: String, _ headers: [String: String]) throws(PreparationError) -> Rule {
        var rest = origin[...]
        let isSecure = !rest.hasPrefix("http://")
        for scheme in ["https://", "http://"] where rest.hasPrefix(scheme) { rest = rest.dropFirst(scheme.count) }
        let name = rest.prefix { $0 != ":" }
        let port =
            name.endIndex == rest.endIndex ? (isSecure ? 443 : 80) : Int(digits: rest[name.endIndex...].dropFirst())
        guard let host = HostPattern(String(name)), let port, (1...65_535).contains(port) else {
            // It is not quoted: whoever writes a user into it writes a password as well.
            throw fault("one of its hosts is not written as cdn.example.com or http://cdn.example.com:8080")
        }
        let lines = try headers.sorted { $0.key < $1.key }.map { (header) throws(PreparationError) in
            try line(header.key, header.value, for: origin)
        }
        return Rule(isSecure: isSecure, host: host, port: port, headers: lines)
    }

    private static func line(
        _ name: String, _ value: String, for origin: String
    ) throws(PreparationError) -> HTTPHead.Header {
        let isName = !name.isEmpty && name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x2D }
        guard isName, !taken.contains(name.lowercased()) else {
            throw fault("the header \(name.prefix(100)) of \(origin.prefix(200)) cannot be set")
        }
        // An empty one would have libcurl leave the header out in silence.
        guard !value.isEmpty, value.utf8.count <= 8_192, value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw fault("the value of \(name) for \(origin.prefix(200)) is not of 1 to 8192 printable ASCII characters")
        }
        return .init(name: name, value: value)
    }

    private static func fault(_ words: String) -> PreparationError {
        PreparationError(.configurationInvalid, "AFFIX_HOST_HEADERS: " + words)
    }
}
