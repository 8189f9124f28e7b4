internal import FlowControl
internal import Synchronization

/// Threads that may block for as long as a test lives, and their common end.
final class OwnThreads: Sendable {
    private struct State {
        var running = 0
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func start(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.running += 1 }
        let isStarted = OwnThread.start {
            body()
            self.ended()
        }
        precondition(isStarted, "The test needs a thread and the system has none")
    }

    /// Returns once every thread has ended.
    func allEnded() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.running > 0 { state.waiter = continuation }
                return state.running == 0
            }
            if isIdle { continuation.resume() }
        }
    }

    private func ended() {
        let waiter = state.withLock { state in
            state.running -= 1
            return state.running == 0 ? state.waiter.take() : nil
        }
        waiter?.resume()
    }
}
