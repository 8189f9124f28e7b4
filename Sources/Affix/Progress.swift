public import AttachmentModel

/// How far one preparation has come.
public struct Progress: Hashable, Sendable {
    /// The stage that is running.
    public var stage: PreparationError.Stage
    /// Bytes received so far.
    public var bytesReceived: Int
    /// Bytes announced by the origin, if it announced any.
    public var bytesExpected: Int?
    /// The share of a movie or sound that is encoded, 0 to 1; `nil` where nothing is, or its length is not known.
    public var encoded: Double?

    /// Makes a progress report.
    public init(
        stage: PreparationError.Stage, bytesReceived: Int = 0, bytesExpected: Int? = nil, encoded: Double? = nil
    ) {
        self.stage = stage
        self.bytesReceived = bytesReceived
        self.bytesExpected = bytesExpected
        self.encoded = encoded
    }

    /// Takes reports; called on any thread, often, so it must be quick.
    public typealias Observer = @Sendable (Progress) -> Void
}
