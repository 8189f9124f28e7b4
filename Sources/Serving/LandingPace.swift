/// How often preparations come to their end while there are more of them than cores.
///
/// What one takes says little: most of it may be waiting for a slow host, which as many as there are do side by side. How
/// far apart they end says what the next one has to wait for, whatever holds them up.
struct LandingPace: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// Seconds between two ends of late: a mean that forgets, an eighth of which is the last one.
    private(set) var interval = 0.0
    /// When the last one ended, or more of them began than there are cores.
    private var mark: Instant?

    /// Notes that one has begun, among `count` with it.
    mutating func begin(among count: Int, width: Int, at now: Instant) {
        if mark == nil, count > width { mark = now }
    }

    /// Notes that one of `count` has ended.
    ///
    /// When the crowd is over, what it taught is forgotten: it would keep the next one from ever becoming one, and so from
    /// teaching otherwise.
    mutating func land(among count: Int, width: Int, at now: Instant) {
        guard let mark else { return }
        guard count > width else {
            self = LandingPace()
            return
        }
        interval += (mark.duration(to: now) / .seconds(1) - interval) / 8
        self.mark = now
    }

    /// What somebody waits behind `count` others.
    func wait(behind count: Int) -> Duration { .seconds(Double(count) * interval) }

    /// The same, if it is too long for the time there is.
    ///
    /// A pace is a guess, and who is let in and comes too late has cost others their time for nothing: so half as much
    /// again must be left. That empties no queue, as only a long one is refused.
    func excess(behind count: Int, within time: Duration) -> Duration? {
        let wait = wait(behind: count)
        return wait * 1.5 > time ? wait : nil
    }
}
