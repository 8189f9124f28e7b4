internal import AttachmentModel

/// How a payload is sealed: the alert's texts, the media and the sender's own names go into an envelope, and what iOS
/// itself acts on (badge, sound, thread, category, urgency) stays in clear beside a neutral text.
public struct PayloadSeal: Sendable {
    private let sealer: any Sealer
    private let topic: String
    private let clearText: String

    /// Makes a seal.
    ///
    /// - Parameters:
    ///   - sealer: the key.
    ///   - topic: the app's bundle ID, without which the envelope does not open.
    ///   - clearText: what is shown when the envelope cannot be opened, or in time; it must give nothing away.
    public init(_ sealer: any Sealer, topic: String, clearText: String) {
        self.sealer = sealer
        self.topic = topic
        self.clearText = clearText
    }

    /// The exact size of the sealed payload, found without sealing: a ciphertext cannot be shortened afterwards.
    func size(of draft: PayloadDraft, expiry: Int) -> Int {
        let empty = SealedEnvelope.json(keyID: sealer.keyID, expiry: expiry, box: "")
        return outer(draft, empty).size + Base64.length(of: inner(draft).size + SealedEnvelope.overhead)
    }

    func sealed(_ draft: PayloadDraft, expiry: Int) throws(PreparationError) -> JSONValue {
        let data = SealedEnvelope.associatedData(keyID: sealer.keyID, topic: topic, expiry: expiry)
        let box = try sealer.seal(Array(inner(draft).json.utf8), binding: data)
        return outer(draft, SealedEnvelope(keyID: sealer.keyID, expiry: expiry, box: box).json)
    }

    /// What is hidden.
    private func inner(_ draft: PayloadDraft) -> JSONValue {
        let alert = draft.aps.alert.map { [JSONValue.Member("alert", $0.json)] } ?? []
        return .object([.init("aps", .object(alert))] + (draft.rest.members ?? []))
    }

    /// What is not.
    private func outer(_ draft: PayloadDraft, _ envelope: JSONValue) -> JSONValue {
        var aps = draft.aps
        aps.alert = APS.Alert(body: clearText)
        aps.isMutable = true
        return .object([.init("aps", aps.json), .init(SealedEnvelope.key, envelope)])
    }
}
