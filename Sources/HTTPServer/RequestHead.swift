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
    private let authority: String?

    /// - Parameter target: a path with its query, or a whole http URL, which stands for its path.
    package init(method: String, target: String, headers: [(name: String, value: String)]) {
        self.method = method
        let rest: Substring
        (authority, rest) = Self.parted(target)
        let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?"))
        let path = mark.map { rest[..<$0] } ?? rest
        // A URL may leave its root out.
        self.path = authority != nil && path.isEmpty ? "/" : String(path)
        query = mark.map { String(rest[rest.utf8.index(after: $0)...]) }
        self.headers = headers
    }

    /// Takes scheme and authority off a target; most have none.
    private static func parted(_ target: String) -> (authority: String?, rest: Substring) {
        guard target.utf8.first != UInt8(ascii: "/"),
            let scheme = ["http://", "https://"].first(where: { target.lowercased().hasPrefix($0) })
        else { return (nil, target[...]) }
        let rest = target.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        return (String(authority), rest.dropFirst(authority.count))
    }

    /// The host and port that are asked for, as they were sent: those of a target that is a whole URL count before the
    /// header (RFC 9112, 3.2.2).
    package var host: String? { authority ?? first("host") }

    /// The first value of a header, whose name is given in lowercase.
    package func first(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }

    /// The size of the body, where it is told before; one that no number here can hold is the largest there is.
    package var contentLength: Int? {
        guard let digits = first("content-length"), !digits.isEmpty,
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(digits) ?? .max
    }

    /// Whether a body follows.
    var hasBody: Bool { contentLength ?? 0 > 0 || first("transfer-encoding") != nil }

    /// Why nobody may act on it, as far as its headers tell; `nil` for a clear one.
    ///
    /// - Parameter isModern: whether it is of a version after HTTP/1.0.
    func fault(isModern: Bool) -> HeadFault? {
        guard headers.allSatisfy({ $0.name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } && Self.isClear($0.value) })
        else {
            return .field
        }
        guard hasOneEnd(isModern) else { return .length }
        guard headers.count(where: { $0.name == "authorization" }) <= 1 else { return .credentials }
        let hosts = headers.count { $0.name == "host" }
        return hosts == 1 || hosts == 0 && !isModern ? nil : .host
    }

    /// Whether a value has none of the characters that others may take for an end of its line (RFC 9110, 5.5).
    private static func isClear(_ value: String) -> Bool {
        value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }

    /// Whether where the body ends is told at most once, and in a way that is known here; HTTP/1.0 knows no chunks.
    private func hasOneEnd(_ isModern: Bool) -> Bool {
        let lengths = headers.filter { $0.name == "content-length" }
        let codings = headers.filter { $0.name == "transfer-encoding" }
        return lengths.count + codings.count <= 1
            && codings.allSatisfy { isModern && $0.value.lowercased() == "chunked" }
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
