internal import AttachmentModel

/// How long a phone on a given link may need for what is made.
struct LinkFit: Sendable {
    /// Less than this is no picture.
    private static let leastBytes = 1_000

    /// As it was written.
    let text: String
    /// The largest file that arrives in time.
    let bytes: Int

    /// Reads a time and a link, such as `10s@1.6mbps` or `5s@4g`; `nil` when it is none, or nothing fits in that time.
    init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let time = ValueForm<Duration>.time.read(parts[0]), let link = Self.link(parts[1])
        else { return nil }
        self.text = text
        bytes = link.bytes(within: time / .seconds(1))
        guard bytes >= Self.leastBytes else { return nil }
    }

    private static func link(_ word: String) -> MobileLink? {
        let word = word.lowercased()
        if let link = MobileLink.all.first(where: { $0.name == word }) { return link }
        guard word.hasSuffix("mbps"), let megabits = Double(word.dropLast(4)) else { return nil }
        return MobileLink(megabits: megabits)
    }

    /// The goals that nothing made exceeds, the caps of iOS included.
    func applied(to goals: AttachmentProfile.Goals) -> AttachmentProfile.Goals {
        let caps = AttachmentProfile.original.goals
        return AttachmentProfile.Goals(
            still: min(bytes, caps.still), animation: min(bytes, caps.animation), movie: min(bytes, caps.movie),
            audio: min(bytes, caps.audio))
    }
}
