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
    /// `false` means that the deadline passed first, or that the task was cancelled: the caller holds nothing.
    package func enter(until deadline: Deadline) async -> Bool {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mustWait = state.withLock { state in
                    if state.free > 0 {
                        state.free -= 1
                        continuation.resume(returning: true)
                        return false
                    }
                    state.waiters.append(Waiter(number: number, continuation: continuation))
                    return true
                }
                guard mustWait else { return }
                let delay = DispatchTimeInterval.milliseconds(Int(deadline.pollMilliseconds()))
                timers.asyncAfter(deadline: .now() + delay) { self.giveUp(number) }
                // A cancellation from before the waiter was there found nobody to send away.
                if Task.isCancelled { giveUp(number) }
            }
        } onCancel: {
            giveUp(number)
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
