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
        let continuation: CheckedContinuation<Entry, Never>
    }

    private struct State {
        var free: Int
        var holders = 0
        var waiters: [Waiter] = []
        var nextNumber = 0

        /// Takes a share if there is one.
        mutating func take(_ weight: Int) -> Bool {
            guard weight <= free || holders == 0 else { return false }
            free -= weight
            holders += 1
            return true
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
                let entry: Entry? = state.withLock { state in
                    if state.waiters.isEmpty, state.take(weight) { return .through }
                    if state.waiters.count >= mostWaiting { return .crowded }
                    state.waiters.append(Waiter(number: number, weight: weight, continuation: continuation))
                    return nil
                }
                if let entry { return continuation.resume(returning: entry) }
                if let deadline { dismiss(number, as: .late, at: deadline) }
                if let longestWait { dismiss(number, as: .crowded, at: Deadline(in: longestWait)) }
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

    private func dismiss(_ number: Int, as entry: Entry, at deadline: Deadline) {
        let delay = DispatchTimeInterval.milliseconds(Int(deadline.pollMilliseconds()))
        timers.asyncAfter(deadline: .now() + delay) { self.dismiss(number, as: entry) }
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
