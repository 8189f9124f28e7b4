internal import Synchronization

extension BlockingLane {
    /// Waits for a call that cannot be told when to end.
    ///
    /// `nil` means that the deadline passed first: the body still runs, and what it returns is dropped.
    package func run<Value: Sendable>(
        until deadline: Deadline, _ body: @escaping @Sendable () -> Value
    ) async -> Value? {
        await withCheckedContinuation { continuation in
            let waiting = Waiting(continuation)
            let alarm = AlarmClock.shared.set(at: deadline) { waiting.resume(nil) }
            let work: SpareThreads.Work = {
                let value = body()
                AlarmClock.shared.cancel(alarm)
                SpareThreads.end { waiting.resume(value) }
            }
            // The caller sleeps from here on, so that its thread can do it; whoever wakes it sooner finds it another one.
            if !SpareThreads.shared.startNext(work) { work() }
        }
    }

    /// Resumes with whatever comes first.
    private final class Waiting<Value: Sendable>: Sendable {
        private let continuation: Mutex<CheckedContinuation<Value?, Never>?>

        init(_ continuation: CheckedContinuation<Value?, Never>) {
            self.continuation = Mutex(continuation)
        }

        func resume(_ value: Value?) {
            continuation.withLock { $0.take() }?.resume(returning: value)
        }
    }
}
