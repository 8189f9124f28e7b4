internal import Glibc

/// An answer that the library does not know of, as it begins none on that connection any more.
extension Answer {
    /// Sends it as the last one on a connection, as far as that takes it at once; of its content what is bytes already.
    func send(to socket: Int32) {
        let words = text
        _ = unsafe Glibc.send(socket, words, words.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }

    private var text: [UInt8] {
        let body = if case .bytes(let bytes) = content { bytes } else { [UInt8]() }
        let ends = [("Content-Length", String(body.count)), ("Connection", "close")]
        // The words behind a status say nothing to programs, and may be missing (RFC 9112, 4).
        let lines = ["HTTP/1.1 \(status) "] + (headers + ends).map { "\($0.0): \($0.1)" }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }
}
