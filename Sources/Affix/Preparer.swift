public import AttachmentModel

/// Stands in until the line is there.
public struct Preparer: Sendable {
    /// Makes a preparer.
    public init(_ configuration: PreparerConfiguration = PreparerConfiguration()) throws(PreparationError) {}

    /// Prepares nothing yet.
    public func prepare(
        _ request: AttachmentRequest, onProgress: Progress.Observer? = nil
    ) async throws(PreparationError) -> Receipt {
        throw PreparationError(.internalFault)
    }

    /// Inspects nothing yet.
    public func inspect(
        _ request: AttachmentRequest, onProgress: Progress.Observer? = nil
    ) async throws(PreparationError) -> Inspection {
        throw PreparationError(.internalFault)
    }

    /// Examines nothing yet.
    public func examine() async -> [Finding] { [] }
}
