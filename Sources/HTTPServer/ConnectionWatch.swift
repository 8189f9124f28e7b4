internal import FlowControl
internal import Glibc
internal import Synchronization

/// Looks after all connections of a server: who is late is cut off, and who has gone is noticed.
final class ConnectionWatch: Sendable {
    /// How often it looks: a client that left costs work for so long at most.
    private static let interval = Duration.milliseconds(200)

    private struct State {
        var conversations: [Int32: Conversation] = [:]
        var hasEnded = false
    }

    /// Whether all places of the server are taken, and others wait for one.
    let isFull = Atomic(false)
    private let limits: ServerLimits
    private let handler: any RequestHandler
    private let state = Mutex(State())

    init(_ limits: ServerLimits, for handler: any RequestHandler) {
        self.limits = limits
        self.handler = handler
    }

    /// Begins to look, on a thread of its own; `false` when there is none.
    func begin() -> Bool {
        OwnThread.start { [self] in
            while look() {
                var pause = timespec(
                    tv_sec: 0, tv_nsec: Int(Self.interval.components.attoseconds / 1_000_000_000))
                _ = unsafe nanosleep(&pause, nil)
            }
        }
    }

    func end() {
        state.withLock { $0.hasEnded = true }
    }

    func add(_ conversation: Conversation) {
        state.withLock { $0.conversations[conversation.socket] = conversation }
    }

    /// Called before the socket is closed, so that its number still means this conversation wherever the lock is held.
    func remove(_ conversation: Conversation) {
        _ = state.withLock { $0.conversations.removeValue(forKey: conversation.socket) }
    }

    /// Connections at this moment.
    var count: Int { state.withLock { $0.conversations.count } }

    /// Ends the connections that have waited for a request since an instant.
    func closeIdle(since instant: ContinuousClock.Instant) {
        state.withLock { state in
            for conversation in state.conversations.values where conversation.isIdle(since: instant) {
                conversation.close()
            }
        }
    }

    /// Ends the connections that have waited since an instant for a request, and those on which one has begun and come to
    /// nothing since.
    func closeWaiting(since instant: ContinuousClock.Instant) {
        state.withLock { state in
            for conversation in state.conversations.values
            where conversation.isIdle(since: instant) || conversation.isOpening(since: instant) {
                conversation.close()
            }
        }
    }

    /// Whether something is being made for anybody.
    var isWorking: Bool { state.withLock { $0.conversations.values.contains(where: \.isWorking) } }

    /// Whether anybody is still to be told something.
    var isAnswering: Bool { state.withLock { $0.conversations.values.contains(where: \.isAnswering) } }

    /// Asks what is being worked on to end, whatever it is.
    func cutAll() {
        for conversation in state.withLock({ Array($0.conversations.values) }) { conversation.cut() }
    }

    /// Ends what is being worked on, whatever it is.
    func abandonAll(with answer: Answer? = nil) {
        for conversation in state.withLock({ Array($0.conversations.values) }) { conversation.abandon(with: answer) }
    }

    /// Ends every connection.
    func closeAll() {
        state.withLock { state in
            for conversation in state.conversations.values { conversation.close() }
        }
    }

    /// Looks once; `false` when nobody wants it any more.
    private func look() -> Bool {
        let isFull = isFull.load(ordering: .relaxed)
        let (left, late, goesOn) = state.withLock { state -> ([Exchange], [(Conversation, RequestHead)], Bool) in
            let now = ContinuousClock.now
            var working: [(Conversation, Exchange)] = []
            var late: [(Conversation, RequestHead)] = []
            for conversation in state.conversations.values {
                let isLate = conversation.isLate(at: now, limits, isFull: isFull)
                if isLate, let head = conversation.headOfBody {
                    late.append((conversation, head))
                } else if isLate || conversation.hasBrokenOff {
                    conversation.close()
                } else if let exchange = conversation.work {
                    working.append((conversation, exchange))
                }
            }
            return (Self.gone(among: working), late, !state.hasEnded)
        }
        for exchange in left { exchange.abandon() }
        for (conversation, head) in late { close(conversation, with: handler.late(head)) }
        return goesOn
    }

    private func close(_ conversation: Conversation, with answer: Answer) {
        state.withLock { state in
            guard state.conversations[conversation.socket] === conversation else { return }
            conversation.close(with: answer)
        }
    }

    /// The other side will send nothing more: POLLRDHUP, which Glibc does not show.
    private static let saysNoMore: Int16 = 0x2000

    /// Those whose clients have gone; a client that may have gone is asked, and found at a later look if it has.
    private static func gone(among working: [(Conversation, Exchange)]) -> [Exchange] {
        guard !working.isEmpty else { return [] }
        var sockets = working.map { pollfd(fd: $0.0.socket, events: Self.saysNoMore, revents: 0) }
        guard unsafe poll(&sockets, nfds_t(sockets.count), 0) > 0 else { return [] }
        var gone: [Exchange] = []
        for ((conversation, exchange), socket) in zip(working, sockets) where socket.revents != 0 {
            if socket.revents == Self.saysNoMore { conversation.ask() } else { gone.append(exchange) }
        }
        return gone
    }
}
