internal import Dispatch
internal import Synchronization

/// Lets holders through while their weights together do not exceed its width; the others wait in order.
///
/// Nobody overtakes: a heavy one at the head of the queue is not starved by light ones behind it. One that outweighs the
/// gate passes alone.
package final class Gate: Sendable {
    /// How an attempt to enter ended; only `through` holds something, which `leave` must give back.
    package enum Entry: Hashable, Sendable {
        case through
        /// The deadline passed first, or the task was cancelled.
        case late
        /// Too many wait already, or waiting took so long that the queue is not moving.
        case crowded
    }

    private struct Waiter {
        let number: Int
        let weight: Int
        /// Until when it waits, and what it has run into then; `nil` for as long as its task.
        let end: (instant: Deadline, entry: Entry)?
        let continuation: CheckedContinuation<Entry, Never>
    }

    private struct State {
        var free: Int
        var holders = 0
        var waiters: [Waiter] = []
        var nextNumber = 0
        /// When the waiters are looked at next; one timer serves all of them, as most of them never need it.
        var alarm: Deadline?

        /// Takes a share if there is one.
        mutating func take(_ weight: Int) -> Bool {
            guard weight <= free || holders == 0 else { return false }
            free -= weight
            holders += 1
            return true
        }

        /// Takes out those whose time is over.
        mutating func takeLate() -> [Waiter] {
            let now = ContinuousClock.now
            var late: [Waiter] = []
            waiters.removeAll { waiter in
                guard let end = waiter.end?.instant, end.hasPassed(at: now) else { return false }
                late.append(waiter)
                return true
            }
            return late
        }

        /// When a timer must be set, if none is that comes early enough.
        mutating func nextAlarm() -> Deadline? {
            guard let end = waiters.compactMap(\.end?.instant).min(), alarm.map({ end < $0 }) ?? true else {
                return nil
            }
            alarm = end
            return end
        }
    }

    private let mostWaiting: Int
    private let longestWait: Duration?
    private let state: Mutex<State>
    private let timers = DispatchQueue(label: "affix.gate")

    /// - Parameters:
    ///   - width: what may be held at once, in whatever unit the weights have.
    ///   - mostWaiting: further ones are turned away at once.
    ///   - longestWait: whoever has waited for so long is turned away: answering late serves nobody.
    package init(width: Int, mostWaiting: Int = .max, longestWait: Duration? = nil) {
        self.mostWaiting = mostWaiting
        self.longestWait = longestWait
        state = Mutex(State(free: max(1, width)))
    }

    /// Waits for a share.
    ///
    /// - Parameter deadline: `nil` to wait until the task is cancelled.
    package func enter(weight: Int = 1, until deadline: Deadline?) async -> Entry {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let end = end(of: deadline)
                let (entry, alarm): (Entry?, Deadline?) = state.withLock { state in
                    if state.waiters.isEmpty, state.take(weight) { return (.through, nil) }
                    if state.waiters.count >= mostWaiting { return (.crowded, nil) }
                    state.waiters.append(
                        Waiter(number: number, weight: weight, end: end, continuation: continuation))
                    return (nil, state.nextAlarm())
                }
                if let entry { return continuation.resume(returning: entry) }
                if let alarm { look(at: alarm) }
                // A cancellation from before the waiter was there found nobody to send away.
                if Task.isCancelled { dismiss(number, as: .late) }
            }
        } onCancel: {
            dismiss(number, as: .late)
        }
    }

    /// Gives back what `enter` gave.
    package func leave(weight: Int = 1) {
        let next = state.withLock { state in
            state.free += weight
            state.holders -= 1
            return admitWaiting(&state)
        }
        for waiter in next { waiter.continuation.resume(returning: .through) }
    }

    private func admitWaiting(_ state: inout State) -> [Waiter] {
        var admitted: [Waiter] = []
        while let first = state.waiters.first, state.take(first.weight) {
            admitted.append(state.waiters.removeFirst())
        }
        return admitted
    }

    /// Whichever comes first.
    private func end(of deadline: Deadline?) -> (instant: Deadline, entry: Entry)? {
        let patience = longestWait.map { Deadline(in: $0) }
        guard let deadline, patience.map({ deadline <= $0 }) ?? true else { return patience.map { ($0, .crowded) } }
        return (deadline, .late)
    }

    /// Sends away, at an instant, those whose time is over by then.
    private func look(at instant: Deadline) {
        let delay = DispatchTimeInterval.milliseconds(Int(instant.pollMilliseconds()))
        timers.asyncAfter(deadline: .now() + delay) { [self] in
            let (late, next, alarm) = state.withLock { state in
                if state.alarm == instant { state.alarm = nil }
                let late = state.takeLate()
                return (late, admitWaiting(&state), state.nextAlarm())
            }
            for waiter in late { waiter.continuation.resume(returning: waiter.end?.entry ?? .late) }
            for waiter in next { waiter.continuation.resume(returning: .through) }
            if let alarm { look(at: alarm) }
        }
    }

    /// Sends a waiter away, and lets in whoever stood behind it only because of it.
    private func dismiss(_ number: Int, as entry: Entry) {
        let (gone, next): (Waiter?, [Waiter]) = state.withLock { state in
            guard let index = state.waiters.firstIndex(where: { $0.number == number }) else { return (nil, []) }
            return (state.waiters.remove(at: index), admitWaiting(&state))
        }
        gone?.continuation.resume(returning: entry)
        for waiter in next { waiter.continuation.resume(returning: .through) }
    }
}
