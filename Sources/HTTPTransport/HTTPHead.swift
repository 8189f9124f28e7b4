/// The status line and headers of an answer.
package struct HTTPHead: Sendable {
    package struct Header: Hashable, Sendable {
        /// In lowercase where it came from a host.
        package let name: String
        package let value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package let status: Int
    package let headers: [Header]

    package init(status: Int, headers: [Header]) {
        self.status = status
        self.headers = headers
    }

    /// Whether it sends us elsewhere.
    package var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) }

    /// What is written as an encoding of a body that has none: nobody decodes these, and uploads leave them behind.
    private static let noEncodings: Set<String> = ["", "identity", "none", "utf-8", "binary", "8bit", "aws-chunked"]

    /// The encodings of the body that were not asked for, in lowercase.
    package var encodings: [String] {
        headers.filter { $0.name == "content-encoding" }
            .flatMap { $0.value.lowercased().split(separator: ",") }
            .map { $0.filter { $0 != " " && $0 != "\t" } }.filter { !Self.noEncodings.contains($0) }
    }

    /// The first value of a header, whose name is given in lowercase.
    package func first(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }
}

/// A whole answer, after its body went to the receiver.
package struct HTTPExchange: Sendable {
    package let head: HTTPHead
    /// From the call to the first line of the answer.
    package let firstByteMilliseconds: Double
}
