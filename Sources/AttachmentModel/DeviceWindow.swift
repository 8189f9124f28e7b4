/// How long phones need to fetch a file, and whether that is in time for a push.
///
/// A service extension has about 30 seconds for everything. Ten of them for the file leave time for its start, for a
/// second attempt, and for the smaller variant.
public struct DeviceWindow: Hashable, Sendable {
    /// Seconds that an extension should spend on a file.
    public static let budget = 10.0

    /// The size of the file.
    public let bytes: Int

    /// Makes the window of a file.
    public init(bytes: Int) {
        self.bytes = bytes
    }

    /// Whether the file comes too late on a slow link that is still common.
    public var isTooSlow: Bool { MobileLink.slow4G.seconds(for: bytes) > Self.budget }

    /// The seconds on each link, to a tenth.
    public var seconds: [(link: MobileLink, seconds: Double)] {
        MobileLink.all.map { ($0, ($0.seconds(for: bytes) * 10).rounded() / 10) }
    }
}

extension DeviceWindow: Encodable {
    private struct Row: Encodable {
        let link: String
        let mbps: Double
        let seconds: Double
    }

    private enum CodingKeys: String, CodingKey { case budget, links, isTooSlow = "too_slow" }

    /// Writes the budget, the seconds on each link, and whether the slow one is too slow.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(Self.budget, forKey: .budget)
        try values.encode(
            seconds.map { Row(link: $0.link.name, mbps: $0.link.megabits, seconds: $0.seconds) }, forKey: .links)
        try values.encode(isTooSlow, forKey: .isTooSlow)
    }
}
