internal import Glibc
internal import Handover

/// What is still to be sent of a whole file and of the head before it.
struct Parcel: ~Copyable {
    enum Step {
        case done
        /// The socket takes no more for now, or others shall have their turn.
        case more
        /// The client has gone, or the file is shorter than it was.
        case broken
    }

    /// Bytes of one turn: who takes a movie as fast as it is sent must leave the thread to others in between.
    private static let turn = 1 << 20

    private var head: ArraySlice<UInt8>
    private let file: OwnedDescriptor
    private var offset = 0
    /// Bytes of the file.
    let count: Int

    init(_ answer: consuming FileAnswer, date: String) {
        var text = "HTTP/1.1 200 OK\r\nDate: \(date)\r\nContent-Length: \(answer.count)\r\n"
        for (name, value) in answer.headers { text += "\(name): \(value)\r\n" }
        text += "\r\n"
        head = Array(text.utf8)[...]
        count = answer.count
        file = answer.file
    }

    /// Sends what the socket takes; never blocks for the client.
    mutating func send(to socket: Int32) -> Step {
        while !head.isEmpty {
            // The first bytes of the file go into the same segment.
            let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL) | (count > 0 ? Int32(MSG_MORE) : 0)
            let sent = unsafe head.withUnsafeBytes { unsafe Glibc.send(socket, $0.baseAddress, $0.count, flags) }
            guard sent > 0 else { return Self.isOnlyFull ? .more : .broken }
            head = head.dropFirst(sent)
        }
        let end = min(count, offset + Self.turn)
        while offset < end {
            let sent = unsafe sendfile(socket, file.number, &offset, end - offset)
            guard sent > 0 else { return sent < 0 && Self.isOnlyFull ? .more : .broken }
        }
        return offset == count ? .done : .more
    }

    private static var isOnlyFull: Bool { errno == EAGAIN || errno == EINTR }
}
