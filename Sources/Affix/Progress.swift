public import AttachmentModel

/// How far one preparation has come.
public struct Progress: Hashable, Sendable {
    /// The stage that is running.
    public var stage: PreparationError.Stage
    /// Bytes received so far.
    public var bytesReceived: Int
    /// Bytes announced by the origin, if it announced any.
    public var bytesExpected: Int?

    /// Makes a progress report.
    public init(stage: PreparationError.Stage, bytesReceived: Int = 0, bytesExpected: Int? = nil) {
        self.stage = stage
        self.bytesReceived = bytesReceived
        self.bytesExpected = bytesExpected
    }

    /// Takes reports; called on any thread, often, so it must be quick.
    public typealias Observer = @Sendable (Progress) -> Void
}
