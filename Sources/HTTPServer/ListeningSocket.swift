package import AttachmentModel
internal import FoundationEssentials
internal import Glibc

/// A socket at which clients may knock, before somebody answers.
package struct ListeningSocket: ~Copyable {
    let number: Int32
    /// Whether a service manager keeps it open for whoever comes next.
    let isInherited: Bool

    /// Opens one at an address.
    ///
    /// Throws `configuration-machine` where the address is taken or not this machine's.
    package init(at address: ListenAddress) throws(PreparationError) {
        var storage = address.storage
        isInherited = false
        number = socket(address.family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var on: Int32 = 1
        _ = unsafe setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        let isBound = unsafe withUnsafePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(number, pointer, address.length) == 0
            }
        }
        guard number >= 0, isBound, listen(number, SOMAXCONN) == 0 else {
            let reason = unsafe String(cString: strerror(errno))
            throw PreparationError(.configurationMachine, "Nobody can listen at \(address): \(reason)")
        }
    }

    /// Takes over the one that a service manager has opened: the protocol of `sd_listen_fds(3)`.
    ///
    /// `nil` when the environment speaks of none for this process. While it is started anew, clients then wait and are not
    /// refused.
    package init?(environment: [String: String]) {
        guard environment["LISTEN_PID"] == String(getpid()), environment["LISTEN_FDS"].flatMap({ Int($0) }) ?? 0 > 0,
            fcntl(Self.firstInherited, F_SETFD, FD_CLOEXEC) == 0
        else { return nil }
        number = Self.firstInherited
        isInherited = true
    }

    private static let firstInherited: Int32 = 3

    /// Also of one that could not be opened.
    deinit {
        if number >= 0 { Glibc.close(number) }
    }

    /// The port at which it listens, which the system chose where 0 was asked for.
    package var port: Int { Int(address?.port ?? 0) }

    /// Where it listens; `nil` when that is no address of the internet's families.
    package var address: ListenAddress? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let isKnown = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe getsockname(number, pointer, &length) == 0
            }
        }
        guard isKnown else { return nil }
        return ListenAddress(storage)
    }

    /// Bytes that a connection may hold that were not sent yet: a picture.
    ///
    /// As much as the system would take, megabytes, is all of its memory for a thousand clients that do not read; and who
    /// reads slowly would seem not to read for half a minute.
    private static let mostUnsent: Int32 = 256 << 10

    /// Lets whoever accepts not wait for those who come, and what is sent not wait for more to be sent.
    func receiveAtOnce() {
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
        var on: Int32 = 1
        // Those who are accepted have it from here.
        _ = unsafe setsockopt(number, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        var most = Self.mostUnsent
        _ = unsafe setsockopt(number, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &most, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Ends the listening, unless it is another's: who has knocked and was not let in is told so.
    func close(_ farewell: Answer) {
        guard !isInherited else { return }
        turnAway(farewell)
        shutdown(number, Int32(SHUT_RDWR))
    }

    /// Answers those who have knocked; what they ask is not read.
    private func turnAway(_ farewell: Answer) {
        while true {
            let client = accept(number, nil, nil)
            guard client >= 0 else { return }
            farewell.send(to: client)
            shutdown(client, Int32(SHUT_WR))
            // Bytes that nobody has read would turn the end into a reset, which takes the answer along.
            var rest = [UInt8](repeating: 0, count: 1 << 14)
            _ = unsafe recv(client, &rest, rest.count, Int32(MSG_DONTWAIT))
            Glibc.close(client)
        }
    }
}
