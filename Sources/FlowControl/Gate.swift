internal import Dispatch
internal import Synchronization

/// Lets at most `width` holders through at once; the others wait in order, each no longer than its deadline.
package final class Gate: Sendable {
    private struct Waiter {
        let number: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var free: Int
        var waiters: [Waiter] = []
        var nextNumber = 0
    }

    private let state: Mutex<State>
    private let timers = DispatchQueue(label: "affix.gate")

    package init(width: Int) {
        state = Mutex(State(free: max(1, width)))
    }

    /// Waits for a place.
    ///
    /// `false` means that the deadline passed first: the caller holds nothing.
    package func enter(until deadline: Deadline) async -> Bool {
        await withCheckedContinuation { continuation in
            let waiting: Int? = state.withLock { state in
                if state.free > 0 {
                    state.free -= 1
                    continuation.resume(returning: true)
                    return nil
                }
                state.nextNumber += 1
                state.waiters.append(Waiter(number: state.nextNumber, continuation: continuation))
                return state.nextNumber
            }
            if let waiting {
                let delay = DispatchTimeInterval.milliseconds(Int(deadline.pollMilliseconds()))
                timers.asyncAfter(deadline: .now() + delay) { self.giveUp(waiting) }
            }
        }
    }

    /// Frees a place that `enter` gave.
    package func leave() {
        let next: Waiter? = state.withLock { state in
            guard !state.waiters.isEmpty else {
                state.free += 1
                return nil
            }
            return state.waiters.removeFirst()
        }
        next?.continuation.resume(returning: true)
    }

    private func giveUp(_ number: Int) {
        let late: Waiter? = state.withLock { state in
            guard let index = state.waiters.firstIndex(where: { $0.number == number }) else { return nil }
            return state.waiters.remove(at: index)
        }
        late?.continuation.resume(returning: false)
    }
}
