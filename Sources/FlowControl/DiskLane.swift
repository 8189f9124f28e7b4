internal import Synchronization

/// Threads for calls to a disk, which may stop answering for good: one that dies, or lies behind a network.
///
/// Each call that hangs keeps its thread, so there are only so many at once. While one has hung for too long nobody else
/// is sent after it; once it has come back, all goes on by itself.
package final class DiskLane: Sendable {
    /// SQLite lets no more than one in at a time, and a disk gains nothing from more than a few dozen.
    private static let width = 32

    private struct State {
        /// When each call that runs has taken too long.
        var ends = Agenda()
        var lastNumber: UInt64 = 0
    }

    private let patience: Duration
    private let lane = BlockingLane()
    private let places = Gate(width: width)
    private let state = Mutex(State())

    /// - Parameter patience: what a call may take before the disk counts as one that hangs; as a rule more than the five
    ///   seconds for which one process lets another write.
    package init(patience: Duration = .seconds(6)) { self.patience = patience }

    /// Waits for a call, by the lane's own patience at the longest.
    ///
    /// `nil` means that the disk does not answer: the body was not called, or still runs, and what it returns is dropped.
    package func run<Value: Sendable, Failure: Error>(
        until deadline: Deadline? = nil, _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value? {
        let end = Deadline(in: patience)
        let wait = deadline.map { min($0, end) } ?? end
        guard !isHanging, await places.enter(until: wait) == .through else { return nil }
        let number = begin()
        let outcome = await lane.run(until: wait) { [self] in
            defer { self.end(number) }
            return Result { () throws(Failure) in try body() }
        }
        return try outcome?.get()
    }

    private var isHanging: Bool {
        state.withLock { state in state.ends.first.map { $0.instant <= .now } ?? false }
    }

    private func begin() -> UInt64 {
        state.withLock { state in
            state.lastNumber += 1
            state.ends.set(.now + patience, for: state.lastNumber)
            return state.lastNumber
        }
    }

    private func end(_ number: UInt64) {
        state.withLock { $0.ends.remove(number) }
        places.leave()
    }
}
