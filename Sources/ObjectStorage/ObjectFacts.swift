package import HTTPTransport

/// What a storage says of an object.
package struct ObjectFacts: Hashable, Sendable {
    package let bytes: Int
    package let type: String?
    /// How a body would come that is not sent as it is.
    package let encodings: [String]
    package let cacheControl: String?
    /// SHA-256 of the bytes in Base64; `nil` when the storage has not kept it.
    package let checksum: String?
    /// Seconds since it was written, by the storage's own clock.
    package let age: Int

    /// Reads the head of an answer; `nil` when it does not say how large the object is.
    package init?(_ head: HTTPHead) {
        guard let length = head.first("content-length").flatMap({ Int($0) }), length >= 0 else { return nil }
        bytes = length
        type = head.first("content-type")
        encodings = head.encodings
        cacheControl = head.first("cache-control")
        checksum = head.first("x-amz-checksum-sha256")
        age = max(0, (head.seconds("date") ?? 0) - (head.seconds("last-modified") ?? 0))
    }
}
