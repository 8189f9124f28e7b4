internal import AttachmentModel
internal import FlowControl
internal import Synchronization

/// One preparation in the making, and everybody who waits for it.
///
/// Who has waited long enough goes on without it; the preparation goes on for the others, or for the next one who asks.
final class Flight: Sendable {
    typealias Outcome = Result<Receipt, PreparationError>

    private struct State {
        var outcome: Outcome?
        var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
        var nextNumber = 0
        var isCancelled = false
        var isEncoding = false
        var task: Task<Void, Never>?
    }

    /// Whether the preparation ends when nobody waits for it any more.
    private let endsUnwatched: Bool
    private let state = Mutex(State())

    init(endsUnwatched: Bool) {
        self.endsUnwatched = endsUnwatched
    }

    /// Begins the work.
    func begin(_ work: @escaping @Sendable () async -> Outcome) {
        let task = Task { land(await work()) }
        state.withLock { state in
            state.task = task
            if state.isCancelled { task.cancel() }
        }
    }

    /// Waits for the outcome until a deadline; also ends, with `deadline`, when the waiting task is cancelled.
    func outcome(until deadline: Deadline) async -> Outcome {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        let alarm = Task {
            try? await Task.sleep(until: deadline.instant, clock: .continuous)
            leave(number)
        }
        defer { alarm.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state -> Outcome? in
                    if let outcome = state.outcome { return outcome }
                    if Task.isCancelled || deadline.hasPassed() { return .failure(PreparationError(.deadline)) }
                    state.waiters[number] = continuation
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            leave(number)
        }
    }

    /// Notes that a movie or a sound is being encoded, which may take minutes.
    func noteEncoding() { state.withLock { $0.isEncoding = true } }

    /// Whether that goes on.
    var isEncoding: Bool { state.withLock { $0.isEncoding && $0.outcome == nil && !$0.isCancelled } }

    private func leave(_ number: Int) {
        let (waiter, task) = state.withLock { state in
            let waiter = state.waiters.removeValue(forKey: number)
            guard waiter != nil, endsUnwatched, state.waiters.isEmpty, state.outcome == nil else {
                return (waiter, nil as Task<Void, Never>?)
            }
            state.isCancelled = true
            return (waiter, state.task)
        }
        waiter?.resume(returning: .failure(PreparationError(.deadline)))
        task?.cancel()
    }

    private func land(_ outcome: Outcome) {
        let waiters = state.withLock { state in
            state.outcome = outcome
            defer { state.waiters = [:] }
            return state.waiters.values.map { $0 }
        }
        for waiter in waiters { waiter.resume(returning: outcome) }
    }

    /// Whether somebody who asks now still gets something of it.
    var canBeJoined: Bool { state.withLock { !$0.isCancelled } }
}
