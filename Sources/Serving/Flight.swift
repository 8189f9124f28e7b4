internal import Affix
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
        /// Whether all who waited have gone, and it goes on.
        var isLate = false
        /// Where it is; `nil` before it has said so.
        var stage: PreparationError.Stage?
        var task: Task<Void, Never>?
    }

    private let late: LateWork
    private let state = Mutex(State())

    /// - Parameter late: what is asked whether it goes on when nobody waits for it any more.
    init(late: LateWork) {
        self.late = late
    }

    /// Begins the work.
    func begin(_ work: @escaping @Sendable () async -> Outcome) {
        let task = Task(executorPreference: BlockingLane.threads) { self.land(await work()) }
        state.withLock { state in
            state.task = task
            if state.isCancelled { task.cancel() }
        }
    }

    /// What is told instead of an outcome when the waiting task is cancelled: its caller has gone, or the service ends.
    static let cutOff = PreparationError(
        .overloaded, "The service is being stopped", retryAfter: .seconds(1), advice: "Ask again in a moment")

    /// Waits for the outcome until a deadline; also ends, with `cutOff`, when the waiting task is cancelled.
    func outcome(until deadline: Deadline) async -> Outcome {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        let alarm = AlarmClock.shared.set(at: deadline) { [self] in leave(number, isCutOff: false) }
        defer { AlarmClock.shared.cancel(alarm) }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state -> Outcome? in
                    if let outcome = state.outcome { return outcome }
                    if Task.isCancelled { return .failure(Self.cutOff) }
                    if deadline.hasPassed() { return .failure(PreparationError(.deadline, stage: state.stage)) }
                    state.waiters[number] = continuation
                    endLateness(of: &state)
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            leave(number, isCutOff: true)
        }
    }

    /// Notes how far it has come.
    func note(_ progress: Progress) {
        state.withLock { state in
            state.stage = progress.stage
            if progress.encoded != nil { state.isEncoding = true }
        }
    }

    /// Whether a movie or a sound is being encoded, which may take minutes.
    var isEncoding: Bool { state.withLock { $0.isEncoding && $0.outcome == nil && !$0.isCancelled } }

    private func leave(_ number: Int, isCutOff: Bool) {
        let (waiter, stage, task) = state.withLock { state in
            let waiter = state.waiters.removeValue(forKey: number)
            guard waiter != nil, state.waiters.isEmpty, state.outcome == nil else {
                return (waiter, state.stage, nil as Task<Void, Never>?)
            }
            state.isLate = late.begin()
            if state.isLate { return (waiter, state.stage, nil) }
            state.isCancelled = true
            return (waiter, state.stage, state.task)
        }
        waiter?.resume(returning: .failure(isCutOff ? Self.cutOff : PreparationError(.deadline, stage: stage)))
        task?.cancel()
    }

    private func land(_ outcome: Outcome) {
        let waiters = state.withLock { state in
            state.outcome = outcome
            endLateness(of: &state)
            defer { state.waiters = [:] }
            return state.waiters.values.map { $0 }
        }
        for waiter in waiters { waiter.resume(returning: outcome) }
    }

    private func endLateness(of state: inout State) {
        if state.isLate { late.end() }
        state.isLate = false
    }

    /// Whether somebody who asks now still gets something of it.
    var canBeJoined: Bool { state.withLock { !$0.isCancelled } }
}
