/// The servers of a queue as their operator wrote them: one or more URLs, which may hold a password or token.
package struct QueueAddress: Hashable, Sendable {
    /// More servers than a cluster has make no sense, and a list must end.
    static let mostServers = 32

    /// The servers, each as `nats://…` or `tls://…`.
    let servers: [String]

    /// Reads `nats://user:password@host:4222,nats://other:4222`; what follows the first server may lack its scheme.
    ///
    /// `nil` for anything that no NATS client would dial.
    package init?(_ text: String) {
        var servers: [String] = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            let word = String(word.filter { $0 != " " })
            let full = servers.isEmpty || word.contains("://") ? word : "nats://" + word
            guard full.unicodeScalars.allSatisfy({ $0.isASCII && $0.value > 0x20 && $0.value != 0x7F }),
                let host = Self.hostAndPort(of: full), !host.isEmpty
            else { return nil }
            servers.append(full)
        }
        guard !servers.isEmpty, servers.count <= Self.mostServers else { return nil }
        self.servers = servers
    }

    /// Whether everything is said under TLS.
    var isSecure: Bool { servers.contains { $0.lowercased().hasPrefix("tls://") } }

    /// The servers without user, password and token, as they may be shown and logged.
    package var redacted: String {
        servers.map { server in
            let scheme = server.prefix { $0 != ":" }
            let mark = server.contains("@") ? "***@" : ""
            return "\(scheme)://\(mark)\(Self.hostAndPort(of: server) ?? "")"
        }.joined(separator: ",")
    }

    private static func hostAndPort(of server: String) -> String? {
        let lower = server.lowercased()
        guard let scheme = ["nats://", "tls://"].first(where: lower.hasPrefix) else { return nil }
        let rest = server.dropFirst(scheme.count)
        let authority = rest.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        guard !authority.contains("/") || authority.hasSuffix("/") else { return nil }
        let host = authority.hasSuffix("/") ? authority.dropLast() : authority
        let port = host.drop { $0 != "]" }.isEmpty ? host.drop { $0 != ":" } : host.drop { $0 != "]" }.dropFirst()
        guard port.isEmpty || (port.first == ":" && UInt16(port.dropFirst()) != nil) else { return nil }
        return host.prefix { $0 != ":" }.isEmpty ? nil : String(host)
    }
}
