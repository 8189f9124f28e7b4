public import AttachmentModel

/// One answer of the index.
public struct RememberedAnswer: Codable, Sendable {
    /// The source, redacted: the index knows no more of it.
    public var source: String
    /// The name of the profile.
    public var profile: String
    /// The version of the rules.
    public var rulebook: String
    /// The receipt, when there is something to attach.
    public var receipt: Receipt?
    /// Why there is not.
    public var problem: PreparationError?
    /// Until when it holds without asking the host; RFC 3339 in UTC.
    public var freshUntil: String
    /// Until when it is remembered, and its file stays; RFC 3339 in UTC.
    public var keepUntil: String

    private enum CodingKeys: String, CodingKey {
        case source, profile, rulebook, receipt, problem, freshUntil = "fresh_until", keepUntil = "keep_until"
    }

    /// Makes an answer.
    public init(
        source: String, profile: String, rulebook: String, receipt: Receipt?, problem: PreparationError?,
        freshUntil: String, keepUntil: String
    ) {
        self.source = source
        self.profile = profile
        self.rulebook = rulebook
        self.receipt = receipt
        self.problem = problem
        self.freshUntil = freshUntil
        self.keepUntil = keepUntil
    }
}
