/// The kinds of push that APNs tells apart, by the words of `apns-push-type`.
public enum PushType: String, Sendable, CaseIterable {
    case alert, background, location, voip, complication, fileprovider, mdm, liveactivity, pushtotalk

    /// What the topic of such a push ends in; `nil` where it is the bare bundle ID.
    public var topicSuffix: String? {
        switch self {
        case .alert, .background, .mdm: nil
        case .location: ".location-query"
        case .voip: ".voip"
        case .complication: ".complication"
        case .fileprovider: ".pushkit.fileprovider"
        case .liveactivity: ".push-type.liveactivity"
        case .pushtotalk: ".voip-ptt"
        }
    }

    /// Whether the service extension can run for it: for nothing but alerts.
    public var showsMedia: Bool { self == .alert }
}

/// How a push is to be sent, as far as its payload has to fit to it; what is not known is not judged.
public struct PushDelivery: Hashable, Sendable {
    /// The header `apns-push-type`.
    public var type: PushType?
    /// Whether it goes to the subscribers of a channel.
    public var isBroadcast = false
    /// The header `apns-priority`.
    public var priority: Int?
    /// The header `apns-expiration`, in UNIX seconds; 0 is one attempt at once.
    public var expiration: Int?
    /// The header `apns-topic`.
    public var topic: String?

    /// Makes the delivery of which nothing is known.
    public init() {}

    /// The most bytes that APNs takes: 4096, of VoIP and broadcasts 5120.
    public var limit: Int { type == .voip || isBroadcast ? 5_120 : 4_096 }

    /// How long APNs keeps a push for a device that cannot be reached, when no expiration says otherwise.
    static let longestStorage = 30 * 86_400

    /// No push and no address is meant to last as long as this, and sums with it cannot overflow.
    static let endOfTime = 1 << 40

    /// Until when the push may still be delivered, in UNIX seconds, when it is sent at `now`.
    func lastDelivery(sentAt now: Int) -> Int {
        let now = min(max(now, 0), Self.endOfTime)
        return switch expiration {
        case nil: now + Self.longestStorage
        case 0: now
        case let end?: min(max(end, 0), Self.endOfTime)
        }
    }
}
