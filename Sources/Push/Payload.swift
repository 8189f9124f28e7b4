public import AttachmentModel

/// A payload as it is sent to APNs.
public struct Payload: Hashable, Sendable {
    /// The name by which a simulator finds the app; APNs never sees it.
    static let simulatorKey = "Simulator Target Bundle"

    /// The payload.
    public let value: JSONValue
    /// Bytes that are sent, which are those of the JSON in UTF-8 without the name of a simulator's app.
    public let size: Int
    /// Texts that were shortened, by their places.
    public let shortened: [JSONPointer]

    /// Composes a payload; what `PayloadLinter` would find fault with is not handed out.
    ///
    /// - Parameters:
    ///   - message: what it is made of.
    ///   - seal: what hides all of it but what iOS itself acts on; `nil` to send it in clear.
    ///   - now: when it is sent, in UNIX seconds.
    /// - Throws: `payload-invalid` with the places at fault, `payload-too-large` with the largest parts, or what the
    ///   sealer throws.
    public init(composing message: PushMessage, sealedBy seal: PayloadSeal? = nil, now: Int) throws(PreparationError) {
        var draft = PayloadDraft(message, isSealed: seal != nil)
        try draft.check(message, now: now)
        let limit = message.delivery.limit
        let expiry = message.delivery.lastDelivery(sentAt: now) + SealedEnvelope.grace
        func size(_ draft: PayloadDraft) -> Int {
            guard let seal else { return draft.json.size }
            return seal.size(of: draft, expiry: expiry)
        }
        var shortened: [JSONPointer] = []
        if message.shortens {
            shortened = draft.shorten(to: limit, measuredBy: size) { $0 * (seal == nil ? 4 : 3) / 4 }
        }
        let bytes = size(draft)
        guard bytes <= limit else { throw draft.tooLarge(bytes, limit: limit) }
        try draft.prove()

        var value = draft.json
        if let seal { value = try seal.sealed(draft, expiry: expiry) }
        self.size = value.size
        self.shortened = shortened
        if let bundle = message.simulatorBundle {
            value = .object((value.members ?? []) + [.init(Self.simulatorKey, .string(bundle))])
        }
        self.value = value
    }

    /// The payload as one line of JSON, as it is sent.
    public var json: String { value.json }
}
