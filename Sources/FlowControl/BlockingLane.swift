/// Threads for calls that block: they never run on the cooperative pool, which has only as many threads as cores.
///
/// Each call has a thread to itself. A lane does not bound its own width; whoever calls it holds a `Gate` or is bounded
/// by the number of its workers.
/// The body must end by itself: it is given a deadline by its caller and cannot be cancelled.
package struct BlockingLane: Sendable {
    package init() {}

    /// Runs tasks on threads that may block, so that what they give to a lane is done in place.
    ///
    /// For work that goes from one blocking call to the next: each change of threads and back costs as much as many of them.
    package static var threads: some TaskExecutor { SpareThreads.shared }

    /// Waits for a call; where the caller itself runs on a thread that may block, it is made there.
    package func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        if SpareThreads.isCurrent { return try body() }
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            Self.start {
                continuation.resume(returning: Result { () throws(Failure) in try body() })
            }
        }
        return try result.get()
    }

    /// Lets go of something when the calling task next waits or ends, where nobody waits for that: freeing pages takes time.
    package func release(_ object: consuming some AnyObject & Sendable) {
        guard SpareThreads.isCurrent else { return }
        _ = SpareThreads.shared.startNext { [object] in _ = object }
    }

    /// A system without another thread to give is slow from here on, but nothing is lost.
    static func start(_ body: @escaping @Sendable () -> Void) {
        if !SpareThreads.shared.start(body) { body() }
    }
}
