/// Spaces the starts of visits to one host evenly.
struct StartPace {
    typealias Instant = ContinuousClock.Instant

    private let interval: Duration
    private var next: Instant?

    /// - Parameter perSecond: starts in a second; 0 or less is no limit.
    init(perSecond: Int) {
        interval = perSecond > 0 ? .seconds(1) / perSecond : .zero
    }

    /// Takes the next free start, or none when it would be later than `end`.
    mutating func take(at now: Instant, before end: Instant) -> Instant? {
        let start = max(now, next ?? now)
        guard start < end else { return nil }
        next = start + interval
        return start
    }

    /// Whether the next start would be free at once.
    func isFree(at now: Instant) -> Bool { (next ?? now) <= now }
}
