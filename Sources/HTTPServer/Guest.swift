internal import Glibc
internal import Handover

/// A connection that the library knows nothing of yet: its client has asked nothing, or is being sent a file.
final class Guest {
    typealias Instant = ContinuousClock.Instant

    private var connection: OwnedDescriptor?
    /// The number of its socket.
    let socket: Int32
    /// What it is being sent.
    private(set) var parcel: Parcel?
    /// Whether it is the client's turn to take something.
    var isBlocked = false
    /// Since when nothing has moved.
    private(set) var still: Instant
    /// When it is late, whatever moves.
    private var end: Instant

    init(_ connection: consuming OwnedDescriptor, at now: Instant, for time: Duration) {
        socket = connection.number
        self.connection = consume connection
        (still, end) = (now, now + time)
    }

    func begin(_ parcel: consuming Parcel, at now: Instant, _ limits: ServerLimits) {
        (still, end) = (now, now + limits.time(toTake: parcel.count))
        self.parcel = consume parcel
    }

    /// Sends what can be sent of its parcel.
    func send(at now: Instant) -> Parcel.Step {
        still = now
        return parcel?.send(to: socket) ?? .done
    }

    /// Has been sent everything, and may ask for more.
    func rest(at now: Instant, for time: Duration) {
        parcel = nil
        (still, end) = (now, now + time)
    }

    /// Takes a request off the socket, where all of it lies; `false` when it does not.
    func takes(_ request: PlainRequest) -> Bool {
        // Without a place to go to its bytes are not copied again.
        recv(socket, nil, request.count, Int32(MSG_TRUNC | MSG_DONTWAIT)) == request.count
    }

    func isLate(at now: Instant, _ limits: ServerLimits) -> Bool { now >= min(end, still + limits.idle) }

    /// Whether it has waited since an instant for a request that has not begun to come.
    func isIdle(since instant: Instant) -> Bool {
        guard parcel == nil, still <= instant else { return false }
        var byte: UInt8 = 0
        return unsafe recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) <= 0
    }

    /// Whether its client has taken nothing of what is sent since an instant.
    func isStuck(since instant: Instant) -> Bool { isBlocked && still <= instant }

    /// Lets go of the socket without closing it.
    func leave() -> OwnedDescriptor? { connection.take() }
}
