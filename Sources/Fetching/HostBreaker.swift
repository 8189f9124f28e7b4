/// Whether one host may be asked: a host that fails again and again is left alone for a while, then tried once.
struct HostBreaker {
    typealias Instant = ContinuousClock.Instant

    enum Answer: Hashable {
        case go
        /// Not before this instant.
        case wait(until: Instant)
        /// Somebody else finds out just now; it may take until this instant.
        case look(until: Instant)
    }

    private enum State {
        case closed
        case open(until: Instant)
        /// One visit is on its way to find out; nobody else goes before this instant.
        case probing(until: Instant)
    }

    /// Failures in a row after which a host is left alone.
    static let mostFailures = 10
    static let shortestSpell: Duration = .seconds(5)
    static let longestSpell: Duration = .seconds(600)
    /// How long a probe may take before another one goes.
    static let longestProbe: Duration = .seconds(30)

    private var state = State.closed
    private(set) var failures = 0
    private var spell = Self.shortestSpell

    /// Asks for one visit, which must be followed by one of the calls below.
    mutating func ask(at now: Instant) -> Answer {
        switch state {
        case .closed: return .go
        case .open(let until) where now < until: return .wait(until: until)
        case .probing(let until) where now < until: return .look(until: until)
        case .open, .probing:
            state = .probing(until: now + Self.longestProbe)
            return .go
        }
    }

    /// The host did its part, whatever it said.
    mutating func succeeded() {
        self = HostBreaker()
    }

    /// The host failed.
    ///
    /// - Parameter asked: how long it asked to be left alone. That of a single file does not close the way to all
    ///   others: it counts once the host has failed often enough.
    mutating func failed(at now: Instant, asked: Duration? = nil) {
        failures += 1
        guard failures >= Self.mostFailures else { return }
        if case .probing = state { spell = min(spell * 2, Self.longestSpell) }
        let pause = max(spell, min(asked ?? .zero, Self.longestSpell))
        // Others that were on their way when the host was given up do not shorten its rest.
        if case .open(let until) = state, until >= now + pause { return }
        state = .open(until: now + pause)
    }

    /// The visit said nothing about the host; a probe is left to the next one.
    mutating func learnedNothing(at now: Instant) {
        if case .probing = state { state = .open(until: now) }
    }

    /// Whether nothing is lost when this is forgotten.
    func isForgettable(at now: Instant) -> Bool {
        switch state {
        case .closed: failures == 0
        case .open(let until): now >= until + Self.longestSpell
        case .probing: false
        }
    }

    /// Whether visits are refused at this instant.
    func isOpen(at now: Instant) -> Bool {
        if case .open(let until) = state { now < until } else { false }
    }
}
