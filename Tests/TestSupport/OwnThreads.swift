internal import Glibc
internal import Synchronization

/// Threads that may block for as long as a test lives; Dispatch has too few of them for many origins at once.
final class OwnThreads: Sendable {
    private struct State {
        var running = 0
        var waiter: CheckedContinuation<Void, Never>?
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private let state = Mutex(State())

    func start(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.running += 1 }
        let work = unsafe Unmanaged.passRetained(
            Work {
                body()
                self.ended()
            })
        var thread = pthread_t()
        let status = unsafe pthread_create(
            &thread, nil,
            { work in
                if let work = unsafe work { unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
                return nil
            }, work.toOpaque())
        precondition(status == 0, "The test needs a thread and the system has none")
        pthread_detach(thread)
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
