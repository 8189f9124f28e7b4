/// When visits to one host may begin, as all machines of a fleet agree on it: a time that each moves on by its share.
///
/// Times are milliseconds since 1970 by the machines' clocks, which are taken to agree to within a second.
struct PaceSlots: Hashable, Sendable {
    /// Starts that a machine holds and has not used.
    private(set) var next = 0.0
    private(set) var left = 0
    /// Milliseconds between two starts.
    let interval: Double

    init(perSecond: Int) {
        interval = perSecond > 0 ? 1_000 / Double(perSecond) : 0
    }

    /// Takes a start that this machine holds; `nil` when it holds none that is not long past.
    mutating func take(at now: Double) -> Double? {
        // A share that was not used in time is lost to nobody but this machine: others began in the meantime.
        while left > 0, next + 1_000 < now {
            next += interval
            left -= 1
        }
        guard left > 0 else { return nil }
        defer {
            next += interval
            left -= 1
        }
        return next
    }

    /// Takes so many starts from what all agree on; gives what they agree on then.
    ///
    /// - Parameter agreed: the first start that nobody holds; `nil` when the host is new to all.
    mutating func reserve(_ count: Int, after agreed: Double?, at now: Double) -> Double {
        next = max(now, agreed ?? now)
        left = count
        return next + Double(count) * interval
    }
}
