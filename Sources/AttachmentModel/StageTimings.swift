/// Milliseconds spent in each stage.
public struct StageTimings: Hashable, Codable, Sendable {
    /// Getting the bytes.
    public var fetch: Double = 0
    /// Reading their structure.
    public var recognize: Double = 0
    /// Making the rendition and proving it.
    public var render: Double = 0
    /// Writing it to the shelf.
    public var publish: Double = 0
    /// From the call to the receipt.
    public var total: Double = 0

    /// Nothing measured yet.
    public init() {}
}
