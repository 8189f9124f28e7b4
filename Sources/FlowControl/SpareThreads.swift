internal import Dispatch
internal import Synchronization

/// Threads whose work is done and that wait a while for more: most calls that block are over sooner than a thread starts.
final class SpareThreads: Sendable {
    typealias Work = @Sendable () -> Void

    private final class Spare: Sendable {
        let bell = DispatchSemaphore(value: 0)
        private let work: Mutex<Work?>

        init(_ work: @escaping Work) { self.work = Mutex(work) }

        func give(_ work: @escaping Work) {
            self.work.withLock { $0 = work }
            bell.signal()
        }

        /// Does what it was given, and lets go of that.
        func run() { work.withLock { $0.take() }?() }
    }

    /// Further ones end with their work.
    private static let most = 16
    /// A machine with nothing to do keeps no threads for it.
    private static let patience = DispatchTimeInterval.seconds(5)

    static let shared = SpareThreads()

    /// The one that has waited for the shortest time is last: what it needs lies in the nearest caches.
    private let waiting = Mutex<[Spare]>([])

    /// `false` when the system has no thread to give.
    func start(_ work: @escaping Work) -> Bool {
        if let spare = waiting.withLock({ $0.popLast() }) {
            spare.give(work)
            return true
        }
        let spare = Spare(work)
        return OwnThread.start { [self] in
            repeat { spare.run() } while wait(spare)
        }
    }

    /// Waits for more work; `false` when the thread is not needed any more.
    private func wait(_ spare: Spare) -> Bool {
        let isKept = waiting.withLock { waiting in
            guard waiting.count < Self.most else { return false }
            waiting.append(spare)
            return true
        }
        guard isKept else { return false }
        if spare.bell.wait(timeout: .now() + Self.patience) == .timedOut {
            let hasLeft = waiting.withLock { waiting in
                guard let place = waiting.firstIndex(where: { $0 === spare }) else { return false }
                waiting.remove(at: place)
                return true
            }
            if hasLeft { return false }
            // Whoever took it off the list is about to ring.
            spare.bell.wait()
        }
        return true
    }
}
