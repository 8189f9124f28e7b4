/// How to get into a queue: where it is, and by what right.
package struct QueueAccess: Sendable {
    package var address: QueueAddress
    /// A file of credentials as `nsc` writes it: a user's JWT and the seed of its key.
    package var credentials: String?
    /// Trusted roots for the servers, in place of the system's.
    package var caFile: String?
    /// The certificate with which this client shows who it is, and its key.
    package var certificate: String?
    package var key: String?

    package init(_ address: QueueAddress) { self.address = address }

    /// Whether everything is said under TLS.
    var isSecure: Bool { address.isSecure || caFile != nil || certificate != nil }
}
