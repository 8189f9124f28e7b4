/// The bytes of the last while, counted in slots of time, so that a rate is judged at any moment and not window by window.
struct RateWindow {
    typealias Instant = ContinuousClock.Instant

    /// A lull is noticed an eighth of the window late at most.
    private static let slots = 8

    private let start: Instant
    private let slot: Duration
    private let least: Double
    /// The bytes of each slot of a window, and of the one that runs.
    private var counts = [Int](repeating: 0, count: slots + 1)
    private var latest = 0

    /// - Parameter rate: bytes a second that must come over any window.
    init(_ window: Duration, rate: Int, from start: Instant) {
        self.start = start
        slot = max(window / Self.slots, .microseconds(1))
        least = Double(rate) * (window / .seconds(1))
    }

    mutating func add(_ count: Int, at now: Instant) {
        let current = max(latest, Int((now - start) / slot))
        for passed in (latest + 1)..<max(latest + 1, min(current, latest + counts.count) + 1) {
            counts[passed % counts.count] = 0
        }
        latest = current
        counts[current % counts.count] += count
    }

    /// The instant at which too little has come if nothing more comes; it may be past.
    var shortage: Instant {
        guard least > 0 else { return start + .seconds(1_000_000_000) }
        var end = max(latest, Self.slots)
        while count(before: end) >= least, end <= latest + Self.slots { end += 1 }
        return start + slot * end
    }

    /// The bytes of the window that ends where slot `end` begins, and of that slot: what has just come is not held back.
    private func count(before end: Int) -> Double {
        let sum = (end - Self.slots...end).reduce(0) { $1 <= latest ? $0 + counts[$1 % counts.count] : $0 }
        return Double(sum)
    }
}
