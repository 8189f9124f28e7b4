internal import FlowControl
internal import Glibc
internal import Handover
internal import Synchronization

/// Receives those who come: sends whole files by itself, and hands whoever asks for anything else on to the library.
///
/// The library copies what it sends, or has the system send it in pieces. From here a file goes from the system's own
/// memory to the socket in one call. A request is looked at, and taken only when it is for a file, so that the library
/// finds a connection as its client left it; none comes back.
final class FileLane: Sendable {
    private struct State {
        var guests: [Int32: Guest] = [:]
        var isListening = false
        /// Whether the system has no descriptor for the next one.
        var lacksDescriptors = false
        var nextLook = ContinuousClock.now
        var head = [UInt8](repeating: 0, count: FileLane.longestHead)
        var date = (second: 0, text: "")
    }

    /// Bytes of a head; a longer one is for the library.
    private static let longestHead = 8 << 10
    /// How often it looks who is late, or has to give way.
    private static let interval = Duration.milliseconds(200)
    /// How often it looks whether there is a place again, while all are taken.
    private static let pauseWhenFull = Duration.milliseconds(10)
    /// When all places are taken, who has asked nothing for so long gives way to others.
    private static let patience = Duration.seconds(1)
    /// The same for who has taken nothing of what is sent.
    ///
    /// The system tells when half of what it held has gone, which takes the slowest that are served seven seconds.
    private static let patienceWithReaders = Duration.seconds(10)
    /// So many at a look, those first who have waited longest.
    private static let mostGivingWay = 32

    private let core: ServerCore
    private let library: Library
    private let listener: Int32
    private let poller: Poller
    private let state = Mutex(State())

    /// `nil` when no descriptor is left for it.
    ///
    /// - Parameters:
    ///   - listener: a socket that listens, does not block, and is open for longer than this runs.
    ///   - library: takes those who ask for anything but a file.
    init?(_ core: ServerCore, at listener: Int32, _ library: Library) {
        guard let poller = Poller() else { return nil }
        self.poller = poller
        (self.core, self.listener, self.library) = (core, listener, library)
    }

    /// Receives clients until the server has ended, and leaves none behind.
    func run() {
        Self.hearNoSignal()
        var events: [Poller.Event] = []
        while !core.isOver {
            let pause = state.withLock { state in
                turn(events, &state)
                return state.isListening ? state.guests.isEmpty ? nil : Self.interval : Self.pauseWhenFull
            }
            events = poller.wait(milliseconds: pause.map { Int32($0 / .milliseconds(1)) } ?? -1)
        }
        closeAll()
    }

    /// Has it see at once that the server has ended.
    func wake() { poller.wake() }

    func stopListening() { state.withLock { listen(false, &$0) } }

    /// Ends the connections that have waited since an instant for a request that has not begun to come.
    func closeIdle(since instant: Guest.Instant) {
        state.withLock { state in
            for guest in state.guests.values where guest.isIdle(since: instant) { drop(guest, &state) }
        }
    }

    func closeAll() {
        state.withLock { state in
            for guest in state.guests.values { drop(guest, &state) }
        }
    }

    /// Who goes while something is sent must not end the process, whatever this server is a part of.
    private static func hearNoSignal() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        _ = unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    private func turn(_ events: [Poller.Event], _ state: inout State) {
        let now = ContinuousClock.now
        for event in events {
            if event.descriptor == listener {
                admit(&state, at: now)
            } else if let guest = state.guests[event.descriptor] {
                attend(guest, &state, at: now)
            }
        }
        if now >= state.nextLook {
            state.nextLook = now + Self.interval
            look(&state, at: now)
        }
        listen(core.mayListen && !state.lacksDescriptors, &state)
        core.watch.isFull.store(!core.hasRoom || state.lacksDescriptors, ordering: .relaxed)
    }

    private func look(_ state: inout State, at now: Guest.Instant) {
        for guest in state.guests.values where guest.isLate(at: now, core.limits) { drop(guest, &state) }
        if !core.hasRoom || state.lacksDescriptors { makeRoom(&state, at: now) }
        state.lacksDescriptors = false
    }

    private func listen(_ shall: Bool, _ state: inout State) {
        guard shall != state.isListening else { return }
        if !shall { poller.forget(listener) }
        state.isListening = shall && poller.watch(listener, wants: Poller.Want.read)
    }

    private func admit(_ state: inout State, at now: Guest.Instant) {
        guard core.mayListen else { return listen(false, &state) }
        guard let connection = OwnedDescriptor.accepted(at: listener) else {
            // Another lane was faster, or whoever knocked has gone; or the system has nothing left, until the next look.
            state.lacksDescriptors = ![EAGAIN, EINTR, ECONNABORTED].contains(errno)
            if state.lacksDescriptors { listen(false, &state) }
            return
        }
        core.strangers.add(1, ordering: .relaxed)
        let guest = Guest(connection, at: now, for: core.limits.headTime)
        state.guests[guest.socket] = guest
        if !poller.watch(guest.socket, wants: Poller.Want.read) { drop(guest, &state) }
    }

    /// Those give way who have waited longest and asked nothing, or taken nothing.
    private func makeRoom(_ state: inout State, at now: Guest.Instant) {
        let idle = state.guests.values.filter {
            $0.isIdle(since: now - Self.patience) || $0.isStuck(since: now - Self.patienceWithReaders)
        }
        for guest in idle.sorted(by: { $0.still < $1.still }).prefix(Self.mostGivingWay) { drop(guest, &state) }
        if idle.isEmpty { core.watch.closeWaiting(since: now - Self.patience) }
    }

    /// Goes on with a guest on whose socket something can be done.
    private func attend(_ guest: Guest, _ state: inout State, at now: Guest.Instant) {
        if guest.parcel == nil {
            let count = unsafe recv(guest.socket, &state.head, state.head.count, Int32(MSG_PEEK | MSG_DONTWAIT))
            guard count > 0 else {
                if count == 0 || errno != EAGAIN { drop(guest, &state) }
                return
            }
            guard !core.isDraining.load(ordering: .relaxed), let request = PlainRequest(state.head[..<count]),
                let answer = core.handler.file(for: request.target)
            else { return handOn(guest, &state) }
            guard guest.takes(request) else { return drop(guest, &state) }
            guest.begin(Parcel(answer, date: date(&state)), at: now, core.limits)
        }
        switch guest.send(at: now) {
        case .done:
            guest.rest(at: now, for: core.limits.keepAlive)
            wait(for: guest, blocked: false, &state)
        case .more: wait(for: guest, blocked: true, &state)
        case .broken: drop(guest, &state)
        }
    }

    private func wait(for guest: Guest, blocked isBlocked: Bool, _ state: inout State) {
        guard guest.isBlocked != isBlocked else { return }
        guest.isBlocked = isBlocked
        let isWatched = poller.watch(guest.socket, wants: isBlocked ? Poller.Want.write : Poller.Want.read)
        if !isWatched { drop(guest, &state) }
    }

    private func handOn(_ guest: Guest, _ state: inout State) {
        poller.forget(guest.socket)
        state.guests[guest.socket] = nil
        guard let connection = guest.leave() else { return }
        // It counts among those of the library when that has begun with it.
        if !library.take(connection.release()) { core.strangers.subtract(1, ordering: .relaxed) }
    }

    private func drop(_ guest: Guest, _ state: inout State) {
        guard state.guests.removeValue(forKey: guest.socket) != nil else { return }
        core.strangers.subtract(1, ordering: .relaxed)
    }

    /// The time of an answer (RFC 9110, 6.6.1), written anew each second.
    private func date(_ state: inout State) -> String {
        let second = time(nil)
        if second != state.date.second {
            state.date = (second, HTTPDate.text(of: second))
        }
        return state.date.text
    }
}
