internal import Dispatch

/// Threads for calls that block: they never run on the cooperative pool, which has only as many threads as cores.
///
/// A lane does not bound its own width; whoever calls it holds a `Gate` or is bounded by the number of its workers.
/// The body must end by itself: it is given a deadline by its caller and cannot be cancelled.
package struct BlockingLane: Sendable {
    let queue: DispatchQueue

    package init(_ name: String) {
        queue = DispatchQueue(label: "affix." + name, attributes: .concurrent)
    }

    package func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(returning: Result { () throws(Failure) in try body() })
            }
        }
        return try result.get()
    }
}
