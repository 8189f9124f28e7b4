internal import Glibc

/// A TCP socket of this machine's loopback network.
struct LoopbackSocket: Sendable {
    let number: Int32

    /// Takes a port that nobody has; it listens when `backlog` is given.
    init(on address: String, backlog: Int32?) throws {
        number = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        guard unsafe inet_pton(AF_INET, address, &name.sin_addr) == 1,
            unsafe withName(&name, { unsafe bind(number, $0, $1) }) == 0,
            backlog.map({ listen(number, $0) == 0 }) ?? true
        else {
            close(number)
            throw Unavailable()
        }
    }

    init(owning number: Int32) {
        self.number = number
    }

    /// POLLRDHUP, which glibc hides.
    private static let peerHasGone: Int16 = 0x2000

    /// What a client sends first that takes us for a TLS host: it waits for an answer, and no head will come.
    private static let tlsRecord: UInt8 = 0x16

    struct Unavailable: Error {}

    var port: Int {
        var name = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = unsafe withUnsafeMutablePointer(to: &name) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(number, $0, &length)
            }
        }
        return Int(UInt16(bigEndian: name.sin_port))
    }

    /// The next connection; `nil` once the socket is shut.
    func accepted() -> LoopbackSocket? {
        let connection = accept(number, nil, nil)
        guard connection >= 0 else { return nil }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        return LoopbackSocket(owning: connection)
    }

    /// Begins to connect and does not wait for it.
    func connect(to address: String, port: Int) {
        _ = fcntl(number, F_SETFL, O_NONBLOCK)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = UInt16(port).bigEndian
        _ = unsafe inet_pton(AF_INET, address, &name.sin_addr)
        _ = unsafe withName(&name) { unsafe Glibc.connect(number, $0, $1) }
    }

    /// `false` when the other side has gone.
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    /// Up to the blank line that ends a request's head; what came so far when the other side goes earlier.
    func receiveHead() -> String {
        var head: [UInt8] = []
        var byte: UInt8 = 0
        while unsafe recv(number, &byte, 1, 0) == 1 {
            head.append(byte)
            if head.suffix(4) == [13, 10, 13, 10] || head[0] == Self.tlsRecord { break }
        }
        return String(decoding: head, as: UTF8.self)
    }

    /// Reads so many bytes; what came so far when the other side goes earlier.
    func receive(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < count {
            let got = unsafe recv(number, &room, min(count - bytes.count, room.count), 0)
            guard got > 0 else { break }
            bytes += room.prefix(got)
        }
        return bytes
    }

    /// Reads bytes and lets them go; `false` when the other side goes earlier.
    func skip(_ count: Int) -> Bool {
        var rest = count
        var room = [UInt8](repeating: 0, count: 65_536)
        while rest > 0 {
            let got = unsafe recv(number, &room, min(rest, room.count), 0)
            guard got > 0 else { return false }
            rest -= got
        }
        return true
    }

    /// Waits; `false` when the socket was shut meanwhile.
    func pause(_ duration: Duration?) -> Bool {
        var waiting = pollfd(fd: number, events: Self.peerHasGone, revents: 0)
        return unsafe poll(&waiting, 1, duration.map { Int32($0 / .milliseconds(1)) } ?? -1) == 0
    }

    /// Wakes whoever is blocked on it.
    func shut() {
        shutdown(number, Int32(SHUT_RDWR))
    }

    func setToReset() {
        var lingering = linger(l_onoff: 1, l_linger: 0)
        _ = unsafe setsockopt(number, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
    }

    private func withName<Value>(
        _ name: inout sockaddr_in, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
    ) -> Value {
        unsafe withUnsafePointer(to: &name) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
