/// What was withdrawn, or allowed again, at once.
public struct WithdrawalReport: Hashable, Codable, Sendable {
    /// What happened.
    public enum Action: String, Codable, Sendable {
        /// It may not be published any more.
        case withdrawn
        /// It may be published again; nothing that was removed comes back by itself.
        case allowed
    }

    /// Something that was withdrawn more than once, and stays so.
    public struct StillWithdrawn: Hashable, Codable, Sendable {
        /// A source as it may be shown, or a digest.
        public var what: String
        /// The sources that it was withdrawn with besides, or digests where no source is known.
        public var with: [String]

        /// Makes it of what is shown.
        public init(what: String, with: [String]) {
            self.what = what
            self.with = with
        }
    }

    private enum CodingKeys: String, CodingKey {
        case action, at, asked, isKnown = "known", sources, digests, stillWithdrawn = "still_withdrawn", removed, urls,
            forgotten, purged
        case troubles
    }

    /// What happened.
    public var action: Action
    /// When; RFC 3339 in UTC.
    public var at: String
    /// What was asked for, as it may be shown; `nil` in a list of what was withdrawn.
    public var asked: String?
    /// Whether there was more of it than what was asked for, such as something made of it, or a file.
    ///
    /// `nil` where nothing was withdrawn. What nobody knows is blocked all the same.
    public var isKnown: Bool?
    /// Sources, as they may be shown.
    public var sources: [String]
    /// Digests, of bytes that came in as well as of published ones.
    public var digests: [String]
    /// What stays withdrawn although it was asked to be allowed, as another withdrawal holds it too.
    public var stillWithdrawn: [StillWithdrawn]
    /// Published files and kept originals that were there and are gone.
    public var removed: Int
    /// Where they were, or may have been, served.
    public var urls: [String]
    /// Answers of the index that were forgotten.
    public var forgotten: Int
    /// URLs that the purge command was run for and that it says are purged.
    public var purged: Int
    /// What did not go as it should.
    public var troubles: [String]

    /// Makes a report in which nothing has happened yet.
    public init(_ action: Action, at: String, asked: String?) {
        self.action = action
        self.at = at
        self.asked = asked
        sources = []
        digests = []
        stillWithdrawn = []
        removed = 0
        urls = []
        forgotten = 0
        purged = 0
        troubles = []
    }
}
