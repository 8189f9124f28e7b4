/// What a client says before it sends a body: method, target and headers.
package struct RequestHead: Sendable {
    /// As it was sent, in capitals as a rule.
    package let method: String
    /// The path as it was sent, with its percent signs: whoever splits it must not be fooled by an encoded slash.
    package let path: String
    /// The query as it was sent, without its question mark; `nil` when there was no question mark.
    package let query: String?
    /// Names in lowercase, in the order in which they came.
    package let headers: [(name: String, value: String)]

    package init(method: String, target: String, headers: [(name: String, value: String)]) {
        self.method = method
        let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
        path = mark.map { String(target[..<$0]) } ?? target
        query = mark.map { String(target[target.utf8.index(after: $0)...]) }
        self.headers = headers
    }

    /// The first value of a header, whose name is given in lowercase.
    package func first(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }

    /// The size of the body, where it is told before.
    package var contentLength: Int? { first("content-length").flatMap { Int($0) } }

    /// Whether a body follows.
    var hasBody: Bool { contentLength ?? 0 > 0 || first("transfer-encoding") != nil }

    /// Whether where the body ends is told at most once: two lengths are a way to smuggle a request (RFC 9112, 6.3).
    var isClearOfItsLength: Bool {
        let lengths = headers.filter { $0.name == "content-length" }
        let isChunked = first("transfer-encoding") != nil
        return lengths.count + (isChunked ? 1 : 0) <= 1
            && lengths.allSatisfy { $0.value.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    }

    /// The type of the body in lowercase, without its parameters.
    package var contentType: String? {
        first("content-type")?.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
    }

    /// The token of an `Authorization: Bearer …`.
    package var bearerToken: String? {
        guard let value = first("authorization"), value.count > 7, value.prefix(7).lowercased() == "bearer " else {
            return nil
        }
        return String(value.dropFirst(7).drop { $0 == " " })
    }
}
