/// What a client gets.
package struct Answer: Sendable {
    /// What follows the headers.
    package enum Content: Sendable {
        case bytes([UInt8])
        /// A part of an open file, which goes from the disk to the socket without passing through memory of ours.
        case file(HandedFile, offset: Int, count: Int)
        /// Nothing, as the client has it already: so many bytes (RFC 9110, 15.4.5 and 8.6).
        case known(Int)
        /// Lines that are made while they are sent.
        case lines(LineFeed)
    }

    package var status: Int
    package var headers: [(name: String, value: String)]
    package var content: Content
    /// Whether the connection ends with it.
    package var closes = false

    package init(_ status: Int, headers: [(name: String, value: String)] = [], _ content: Content = .bytes([])) {
        self.status = status
        self.headers = headers
        self.content = content
    }

    package init(_ status: Int, type: String, _ text: String) {
        self.init(status, headers: [("Content-Type", type)], .bytes(Array(text.utf8)))
    }

    /// Bytes to be sent; `nil` when they are still being made.
    package var count: Int? {
        switch content {
        case .bytes(let bytes): bytes.count
        case .file(_, _, let count): count
        case .known: 0
        case .lines: nil
        }
    }

    /// The first value of a header.
    package func first(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
