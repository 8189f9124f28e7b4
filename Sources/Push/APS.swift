/// Everything Apple defines under `aps`, typed (Apple, "Generating a remote notification").
public struct APS: Hashable, Sendable {
    /// The sound of an alert.
    public enum Sound: Hashable, Sendable {
        /// A file of the app, or `default`.
        case named(String)
        /// A critical alert's, which needs an entitlement; its volume is from 0 to 1.
        case critical(name: String, volume: Double)
    }

    /// How urgently an alert asks for attention.
    public enum InterruptionLevel: String, Sendable, CaseIterable {
        case passive, active, timeSensitive = "time-sensitive", critical
    }

    /// What an update of a Live Activity carries; it is told by `content-state`.
    public struct Activity: Hashable, Sendable {
        /// When it was composed, in UNIX seconds.
        public var timestamp: Int?
        /// What happens: `start`, `update` or `end`.
        public var event: String?
        /// The app's own state.
        public var contentState: JSONValue?
        /// When it is out of date, in UNIX seconds.
        public var staleDate: Int?
        /// When an ended one is taken away, in UNIX seconds.
        public var dismissalDate: Int?
        /// The type of what never changes.
        public var attributesType: String?
        /// What never changes.
        public var attributes: JSONValue?

        /// Makes an empty update.
        public init() {}
    }

    /// The texts; without one of them nothing is shown and no extension runs.
    public var alert: Alert?
    /// The number on the app's icon; 0 takes it away.
    public var badge: Int?
    /// What is heard.
    public var sound: Sound?
    /// Alerts of one thread are shown together.
    public var threadID: String?
    /// The app's category, which brings its actions.
    public var category: String?
    /// Whether the app is woken in the background.
    public var isContentAvailable = false
    /// Whether the service extension runs; media and sealing turn it on.
    public var isMutable = false
    /// The window that is brought forward.
    public var targetContentID: String?
    /// How urgently it asks for attention.
    public var interruptionLevel: InterruptionLevel?
    /// How it ranks in a summary, from 0 to 1.
    public var relevanceScore: Double?
    /// What a Focus filter goes by.
    public var filterCriteria: String?
    /// What replaces the placeholders of a website's address, which opens on a click in Safari.
    public var urlArguments: [String]?
    /// What an update of a Live Activity carries.
    public var activity = Activity()

    /// Makes an empty dictionary.
    public init() {}
}
