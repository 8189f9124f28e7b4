internal import AttachmentModel
internal import FlowControl

/// Whose turn it is to be worked on by a worker.
///
/// Where callers wait for single answers it has no width and holds nobody up: the workers have their own queue, and send
/// away who waits for too long. For lists it lets in as many as there are workers and stops the clock of all others.
struct Turns: Sendable {
    private let gate: Gate?

    init(width: Int?) {
        gate = width.map { Gate(width: $0) }
    }

    /// Waits for a turn, and puts the deadline off by as long as that took.
    ///
    /// The stage of recognition begins before the wait, so that others learn that the fetch is over, and again after it,
    /// so that the wait is no part of it.
    func take(_ deadline: inout Deadline, clock: inout StageClock) async throws(PreparationError) -> Turn {
        clock.begin(.recognize)
        let turn = try await take(&deadline)
        clock.begin(.recognize)
        return turn
    }

    /// The same for work that belongs to a stage that runs already.
    func take(_ deadline: inout Deadline) async throws(PreparationError) -> Turn {
        guard let gate else { return Turn(nil) }
        let start = ContinuousClock.now
        guard await gate.enter(until: nil) == .through else {
            throw PreparationError(.deadline, "The preparation was called off", stage: .recognize)
        }
        deadline = Deadline(at: deadline.instant + start.duration(to: .now))
        return Turn(gate)
    }
}

/// One turn, which ends with its owner at the latest.
struct Turn: ~Copyable {
    private let gate: Gate?

    init(_ gate: Gate?) { self.gate = gate }

    deinit { gate?.leave() }

    consuming func end() {}
}
