/// One thing in a payload that iOS, APNs or a push client would not take as it is meant.
public struct PayloadFault: Hashable, Sendable {
    /// What is wrong, in stable text.
    public let rule: Rule
    /// Where.
    public let place: JSONPointer
    /// What is wrong there, for people; no full stop.
    public let message: String

    init(_ rule: Rule, at place: JSONPointer, _ message: String) {
        self.rule = rule
        self.place = place
        self.message = message
    }

    /// Makes a fault that was found by fetching the media.
    public init(_ rule: Rule, media: PayloadLinter.MediaAddress, _ message: String) {
        self.init(rule, at: media.place, message)
    }
}
