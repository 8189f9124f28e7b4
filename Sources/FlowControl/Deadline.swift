/// The instant at which an answer must be there.
///
/// It is made once for each request and handed down the line.
package struct Deadline: Hashable, Comparable, Sendable {
    package let instant: ContinuousClock.Instant

    package init(at instant: ContinuousClock.Instant) {
        self.instant = instant
    }

    package init(in budget: Duration, from now: ContinuousClock.Instant = .now) {
        instant = now.advanced(by: budget)
    }

    /// The sooner of this deadline and `budget` from `now`: how a stage gets its own share of what is left.
    package func within(_ budget: Duration, from now: ContinuousClock.Instant = .now) -> Deadline {
        min(self, Deadline(in: budget, from: now))
    }

    /// What is left; never negative.
    package func remaining(at now: ContinuousClock.Instant = .now) -> Duration {
        max(.zero, now.duration(to: instant))
    }

    package func hasPassed(at now: ContinuousClock.Instant = .now) -> Bool {
        now >= instant
    }

    /// What is left in milliseconds, rounded up so that a wait of this length never ends too early, for `poll(2)`.
    package func pollMilliseconds(at now: ContinuousClock.Instant = .now) -> Int32 {
        let (seconds, attoseconds) = remaining(at: now).components
        guard seconds < 2_000_000 else { return .max }
        return Int32(seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }

    package static func < (one: Deadline, other: Deadline) -> Bool {
        one.instant < other.instant
    }
}

extension Duration {
    /// Milliseconds with a fraction, for reports.
    package var milliseconds: Double {
        Double(components.seconds) * 1_000 + Double(components.attoseconds) / 1e15
    }
}
