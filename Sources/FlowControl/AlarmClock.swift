internal import Dispatch
internal import Synchronization

/// Calls back when deadlines have passed: one timer serves all that wait, as most waits are over before theirs.
///
/// A timer for each would cost two changes of threads, for nothing.
package final class AlarmClock: Sendable {
    package typealias Alarm = @Sendable () -> Void

    private struct State {
        var agenda = Agenda()
        var alarms: [UInt64: Alarm] = [:]
        var lastNumber: UInt64 = 0
        /// When the timer comes that was set last; earlier ones may still be under way.
        var timer: Deadline?

        /// When a timer must be set, if none is that comes early enough.
        mutating func nextTimer() -> Deadline? {
            guard let first = agenda.first.map({ Deadline(at: $0.instant) }), timer.map({ first < $0 }) ?? true else {
                return nil
            }
            timer = first
            return first
        }

        /// Takes out the alarms whose time has come.
        mutating func takeDue(at now: ContinuousClock.Instant) -> [Alarm] {
            var due: [Alarm] = []
            while let (number, instant) = agenda.first, instant <= now {
                agenda.remove(number)
                if let alarm = alarms.removeValue(forKey: number) { due.append(alarm) }
            }
            return due
        }
    }

    package static let shared = AlarmClock()

    private let state = Mutex(State())
    private let timers = DispatchQueue(label: "affix.alarms")

    package init() {}

    /// Has something called once a deadline has passed, on a thread of the clock's, so it must be quick.
    ///
    /// - Returns: the number by which it is called off.
    package func set(at deadline: Deadline, _ alarm: @escaping Alarm) -> UInt64 {
        let (number, timer) = state.withLock { state in
            state.lastNumber += 1
            state.alarms[state.lastNumber] = alarm
            state.agenda.set(deadline.instant, for: state.lastNumber)
            return (state.lastNumber, state.nextTimer())
        }
        if let timer { ring(at: timer) }
        return number
    }

    /// Calls an alarm off; one that has come is no loss.
    package func cancel(_ number: UInt64) {
        state.withLock { state in
            state.alarms[number] = nil
            state.agenda.remove(number)
        }
    }

    private func ring(at deadline: Deadline) {
        let delay = DispatchTimeInterval.milliseconds(Int(deadline.pollMilliseconds()))
        timers.asyncAfter(deadline: .now() + delay) { [self] in
            let (due, timer) = state.withLock { state in
                if state.timer == deadline { state.timer = nil }
                let due = state.takeDue(at: .now)
                return (due, state.nextTimer())
            }
            for alarm in due { alarm() }
            if let timer { ring(at: timer) }
        }
    }
}
