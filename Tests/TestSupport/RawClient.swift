internal import FlowControl
internal import Glibc

/// A client that says exactly what a test wants and shows exactly what comes back.
///
/// Its calls block, so use them through `RawClient.talking`, which has a thread for them.
package struct RawClient: ~Copyable {
    /// What came back, split where the head ends.
    package struct Answer: Sendable {
        package let status: Int
        /// Names in lowercase.
        package let headers: [String: String]
        package let body: [UInt8]

        package var text: String { String(decoding: body, as: UTF8.self) }
    }

    private static let patience = Duration.seconds(30)
    private let socket: Int32

    private init(port: Int) {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        isConnected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe connect(socket, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        self.socket = socket
    }

    /// Whether somebody took the connection.
    package let isConnected: Bool

    deinit { close(socket) }

    /// Talks to a port of 127.0.0.1 on a thread that may block.
    package static func talking<Value: Sendable>(
        to port: Int, _ body: @escaping @Sendable (borrowing RawClient) -> Value
    ) async -> Value {
        await BlockingLane().run { body(RawClient(port: port)) }
    }

    /// Sends one request on a connection of its own and reads the answer; `nil` when none came.
    package static func ask(_ port: Int, _ request: String) async -> Answer? {
        await talking(to: port) { client in
            client.send(request)
            return client.readAnswer(isHead: request.hasPrefix("HEAD "))
        }
    }

    package func send(_ text: String) { send(Array(text.utf8)) }

    package func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { return }
            rest = rest.dropFirst(sent)
        }
    }

    /// Sends a text whose end and that of the client's side come together.
    package func sendLast(_ text: String) {
        _ = unsafe Glibc.send(socket, text, text.utf8.count, Int32(MSG_NOSIGNAL) | Int32(MSG_MORE))
        leave()
    }

    /// Says that nothing more will be sent.
    package func leave() { shutdown(socket, Int32(SHUT_WR)) }

    /// Reads one answer; `nil` when the connection ends, or patience does, before there is one.
    package func readAnswer(isHead: Bool = false) -> Answer? {
        var bytes: [UInt8] = []
        while true {
            if let answer = Self.answer(in: bytes, isHead: isHead, hasEnded: false) { return answer }
            guard let more = read(), !more.isEmpty else {
                return Self.answer(in: bytes, isHead: isHead, hasEnded: true)
            }
            bytes += more
        }
    }

    /// What comes next; empty at the end, `nil` when patience ends before.
    package func read() -> [UInt8]? {
        var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&waiting, 1, Int32(Self.patience.components.seconds) * 1_000) > 0 else { return nil }
        var room = [UInt8](repeating: 0, count: 1 << 16)
        let got = unsafe recv(socket, &room, room.count, 0)
        return got > 0 ? Array(room[..<got]) : []
    }

    /// Whether the other side ends the connection within a time; what it sends meanwhile is lost.
    package func hasEnded(within time: Duration) -> Bool {
        hasSomething(within: time) && read()?.isEmpty != false
    }

    /// Whether the other side sends something within a time, or ends the connection.
    package func hasSomething(within time: Duration) -> Bool {
        var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&waiting, 1, Int32(time / .milliseconds(1))) > 0
    }

    /// Reads to the end; `nil` when the other side keeps the connection for longer than patience.
    package func readToEnd() -> [UInt8]? {
        var bytes: [UInt8] = []
        while let more = read() {
            if more.isEmpty { return bytes }
            bytes += more
        }
        return nil
    }

    private static func answer(in bytes: [UInt8], isHead: Bool, hasEnded: Bool) -> Answer? {
        let end = Array("\r\n\r\n".utf8)
        guard let gap = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else { return nil }
        let lines = String(decoding: bytes[..<gap], as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count > 1, let status = Int(words[1]) else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
        }
        let rest = Array(bytes[(gap + 4)...])
        if status == 100 { return answer(in: rest, isHead: isHead, hasEnded: hasEnded) }
        if isHead || status == 204 || status == 304 { return Answer(status: status, headers: headers, body: []) }
        if let length = headers["content-length"].flatMap({ Int($0) }) {
            return rest.count >= length
                ? Answer(status: status, headers: headers, body: Array(rest[..<length])) : nil
        }
        if headers["transfer-encoding"] == "chunked" {
            return dechunked(rest).map { Answer(status: status, headers: headers, body: $0) }
        }
        return hasEnded ? Answer(status: status, headers: headers, body: rest) : nil
    }

    private static func dechunked(_ bytes: [UInt8]) -> [UInt8]? {
        var (body, rest): ([UInt8], ArraySlice<UInt8>) = ([], bytes[...])
        while let end = rest.firstIndex(of: UInt8(ascii: "\r")) {
            guard let size = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16) else { return nil }
            if size == 0 { return body }
            guard rest.endIndex - end >= size + 4 else { return nil }
            body += rest[(end + 2)..<(end + 2 + size)]
            rest = rest[(end + 4 + size)...]
        }
        return nil
    }
}
