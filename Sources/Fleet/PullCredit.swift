/// Counts how many messages have been asked for and may still come.
struct PullCredit: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// How long a request waits for messages.
    static let life = Duration.seconds(5)
    /// A request of which nothing is heard for so long after its end was lost on the way.
    private static let slack = Duration.seconds(2)

    /// What a request that nobody takes waits for: servers without a leader refuse each one at once.
    private static let rest = Duration.milliseconds(400)

    private(set) var open = 0
    private var lastSign: Instant?
    private var restsUntil: Instant?

    /// How many to ask for so that `wanted` may come; it is taken that they are.
    mutating func ask(for wanted: Int, at now: Instant) -> Int {
        if open > 0, let lastSign, now > lastSign + Self.life + Self.slack { open = 0 }
        let missing = wanted - open
        guard missing > 0, restsUntil.map({ now >= $0 }) ?? true else { return 0 }
        open += missing
        lastSign = now
        return missing
    }

    /// A message came.
    mutating func arrived(at now: Instant) {
        open = max(0, open - 1)
        lastSign = now
    }

    /// A request has ended before it was filled.
    ///
    /// - Parameter unfilled: how many were missing; `nil` when nobody says, as nobody has taken it: then nothing more is
    ///   expected, and asked for only after a moment.
    mutating func ended(unfilled: Int?, at now: Instant) {
        if unfilled == nil { restsUntil = now + Self.rest }
        open = max(0, open - max(0, unfilled ?? open))
    }
}
