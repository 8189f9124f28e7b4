internal import Glibc
internal import Synchronization

/// One connection while it lasts: what it is at, and until when it may be.
///
/// The library times out connections on which nothing moves. A client that drips a byte now and then outlives that, and
/// one that goes away while its answer is being made is not noticed: `ConnectionWatch` looks after both.
///
/// A client that closes, and one that only says that it will send nothing more and waits for its answer, look the same
/// from here until something is sent: the system of the one that has closed answers that with a reset. So a client that
/// seems to have gone is sent `100 Continue`, which any client of HTTP/1.1 reads past (RFC 9110, 15.2). A client of
/// HTTP/1.0 may not be sent one; it is taken to be there.
final class Conversation: Sendable {
    enum Phase {
        /// Waits for a head.
        case head
        /// The first line of one has come.
        case opening
        /// The body that belongs to this head.
        case body(RequestHead)
        /// The answer is being made; nothing can be late that its own deadline does not end.
        case working(Exchange)
        case answering
        /// The answer is sent while it is made.
        case telling(LineFeed)
    }

    private struct State {
        var phase = Phase.head
        var end: ContinuousClock.Instant?
        /// When the phase began.
        var start = ContinuousClock.now
        /// Bytes of the body that have come.
        var received = 0
        var hasEnded = false
        /// Whether it can still be asked if somebody is there.
        var mayAsk = false
    }

    /// The number of the socket; valid while the conversation is registered.
    let socket: Int32
    private let state: Mutex<State>

    init(socket: Int32, until end: ContinuousClock.Instant) {
        self.socket = socket
        state = Mutex(State(end: end))
    }

    func enter(_ phase: Phase, until end: ContinuousClock.Instant?) {
        state.withLock { state in
            state = State(phase: phase, end: end)
        }
    }

    /// The request has come, and its answer is made.
    ///
    /// - Parameter mayAsk: whether the client reads an answer that comes before the answer.
    func work(on exchange: Exchange, mayAsk: Bool) {
        state.withLock { state in
            state = State(phase: .working(exchange), mayAsk: mayAsk)
        }
    }

    /// Asks, once for each request, whether anybody is there; who has gone is found at a later look.
    ///
    /// Nothing of an answer has been sent while the lock is held and the work goes on, so that nothing gets mixed up.
    func ask() {
        state.withLock { state in
            guard case .working = state.phase, state.mayAsk else { return }
            state.mayAsk = false
            let words = "HTTP/1.1 100 Continue\r\n\r\n"
            let sent = unsafe send(socket, words, words.utf8.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            // What was sent in part cannot be taken back.
            if sent > 0, sent < words.utf8.count { close() }
        }
    }

    /// A head has begun to come; until when it may was told before.
    func open() { state.withLock { ($0.phase, $0.start) = (.opening, .now) } }

    /// So many more bytes of the body have come.
    func receive(_ count: Int) { state.withLock { $0.received += count } }

    /// The request that is being worked on.
    var work: Exchange? {
        state.withLock { state in
            guard case .working(let exchange) = state.phase else { return nil }
            return exchange
        }
    }

    /// Whether something is being made for it.
    var isWorking: Bool {
        switch state.withLock({ $0.phase }) {
        case .working, .telling: true
        case .head, .opening, .body, .answering: false
        }
    }

    /// Whether its client is still to be told something.
    var isAnswering: Bool {
        switch state.withLock({ $0.phase }) {
        case .working, .telling, .answering: true
        case .head, .opening, .body: false
        }
    }

    /// Asks whatever is being made for it to end, and to say so.
    func cut() {
        switch state.withLock({ $0.phase }) {
        case .working(let exchange): exchange.cut()
        case .telling(let feed): feed.cut()
        case .head, .opening, .body, .answering: break
        }
    }

    /// Ends whatever is being made for it.
    ///
    /// - Parameter answer: what its client is told; without one nobody is there to be told.
    func abandon(with answer: Answer?) {
        switch state.withLock({ $0.phase }) {
        case .working(let exchange): answer.map(exchange.abandon(with:)) ?? exchange.abandon()
        case .telling(let feed): feed.abandon()
        case .head, .opening, .body, .answering: break
        }
    }

    /// Whether it has waited since an instant for a request that has not begun to come, so that nothing is lost when it
    /// ends: a request of somebody who has just knocked may be on its way.
    func isIdle(since instant: ContinuousClock.Instant) -> Bool {
        state.withLock { state in
            guard case .head = state.phase, state.start <= instant else { return false }
            var byte: UInt8 = 0
            // An end, 0, is no request.
            return unsafe recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) <= 0
        }
    }

    /// Whether the head that has begun to come is not whole although it, or the wait for it, began before an instant.
    func isOpening(since instant: ContinuousClock.Instant) -> Bool {
        state.withLock { state in
            guard case .opening = state.phase else { return false }
            return state.start <= instant
        }
    }

    /// Whether the client has closed before its body was whole, or between two requests; true at the second look.
    ///
    /// The library takes what comes together with an end, and may not see the end. At the first look what was taken may
    /// still be on its way through it.
    var hasBrokenOff: Bool {
        state.withLock { state in
            switch state.phase {
            case .head, .body: break
            case .opening, .working, .answering, .telling: return false
            }
            var byte: UInt8 = 0
            let isAtEnd = unsafe recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == 0
            defer { state.hasEnded = isAtEnd }
            return isAtEnd && state.hasEnded
        }
    }

    /// Whether its time is over; that of lines begins when they have all been made, and a body must not drip besides.
    ///
    /// - Parameter isFull: whether others wait for its place, so that a slow one has less time.
    func isLate(at now: ContinuousClock.Instant, _ limits: ServerLimits, isFull: Bool = false) -> Bool {
        let haste = isFull ? max(.zero, limits.answerTime - limits.answerTimeWhenFull) : .zero
        return state.withLock { state in
            let hasPassed = state.end.map { $0 <= now } ?? false
            switch state.phase {
            case .body: return hasPassed || state.start + limits.time(toTake: state.received) - haste <= now
            case .telling(let feed):
                if state.end == nil, let rest = feed.rest { state.end = now + limits.time(toTake: rest) }
                return state.end.map { $0 - haste <= now } ?? false
            case .answering: return state.end.map { $0 - haste <= now } ?? false
            case .head, .opening, .working: return hasPassed
            }
        }
    }

    /// The head of a request whose body is what it waits for.
    var headOfBody: RequestHead? {
        state.withLock { state in
            guard case .body(let head) = state.phase else { return nil }
            return head
        }
    }

    /// Ends it: the library finds the socket closed and cleans up.
    func close() {
        shutdown(socket, Int32(SHUT_RDWR))
    }

    /// The same while its body comes; its client is told why.
    func close(with answer: Answer) {
        // The lock keeps the library from beginning an answer meanwhile.
        state.withLock { state in
            if case .body = state.phase { answer.send(to: socket) }
            close()
        }
    }
}
