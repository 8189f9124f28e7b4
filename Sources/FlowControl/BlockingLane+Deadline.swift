internal import Dispatch
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
            let delay = DispatchTimeInterval.milliseconds(Int(deadline.pollMilliseconds()))
            Self.timers.asyncAfter(deadline: .now() + delay) { waiting.resume(nil) }
            Self.start { waiting.resume(body()) }
        }
    }

    private static let timers = DispatchQueue(label: "affix.lane.timers")

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
