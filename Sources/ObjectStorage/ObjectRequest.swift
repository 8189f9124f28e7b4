package import HTTPTransport

/// One request to a storage, before it is signed.
package struct ObjectRequest: Sendable {
    package var name: ObjectName
    package var method: HTTPMethod
    package var query: [String: String]
    package var headers: [HTTPHead.Header]
    /// SHA-256 of the body, in hexadecimal: the signature covers it.
    package var bodyDigest: String

    /// SHA-256 of nothing.
    package static let digestOfNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    package init(
        _ method: HTTPMethod, _ name: ObjectName, query: [String: String] = [:], headers: [String: String] = [:],
        bodyDigest: String = Self.digestOfNothing
    ) {
        self.name = name
        self.method = method
        self.query = query
        self.headers = headers.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: $0.value) }
        self.bodyDigest = bodyDigest
    }
}
