package import AttachmentModel
package import FlowControl

extension DiskLane {
    /// Waits for a call as `run` does; throws `overloaded` when the disk does not answer.
    ///
    /// - Parameter place: what lies on the disk, such as "state folder".
    package func ask<Value: Sendable>(
        _ place: String, until deadline: Deadline? = nil,
        _ body: @escaping @Sendable () throws(PreparationError) -> Value
    ) async throws(PreparationError) -> Value {
        if let value = try await run(until: deadline, body) { return value }
        throw PreparationError(
            .overloaded, "The disk of the \(place) does not answer", stage: .configuration, retryAfter: .seconds(5),
            advice: "Try again later; whoever runs this machine must look at that disk")
    }
}
