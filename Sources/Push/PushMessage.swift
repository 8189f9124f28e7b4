public import AttachmentModel

/// What a payload is composed of.
public struct PushMessage: Hashable, Sendable {
    /// What Apple defines.
    public var aps = APS()
    /// The sender's own names beside `aps`.
    public var custom: [JSONValue.Member] = []
    /// What is attached; `nil` for a push of text alone.
    public var media: PushMedia?
    /// Where the media is named, in as many shapes as are given.
    public var presets: [PayloadPreset] = [.native]
    /// How the push is to be sent.
    public var delivery = PushDelivery()
    /// Whether texts may be shortened so that the payload fits, the body first.
    public var shortens = false
    /// Whether media may be named by an http address, for development: phones refuse it.
    public var allowsHTTP = false
    /// The app of a simulator that the payload is for; it is not sent, and not counted.
    public var simulatorBundle: String?

    /// Makes an empty message.
    public init() {}

    /// The message when its media cannot be had.
    ///
    /// - Throws: `payload-invalid` when there is no text either, which is all that such a push has.
    public func withoutMedia() throws(PreparationError) -> PushMessage {
        var message = self
        message.media = nil
        guard delivery.type?.showsMedia != false, aps.alert?.isReadable != true else { return message }
        var faults = PayloadLinter.FaultList()
        faults.add(
            .alertMissing, at: JSONPointer(tokens: ["aps", "alert"]),
            "There is no media, and no title, subtitle or body to be sent alone")
        try PayloadLinter.refuse(faults.all)
        return message
    }

    /// Makes a message of a payload that is there already, such as a template.
    ///
    /// `mutable-content` in another form or at the top is taken for the wish that it is.
    ///
    /// - Throws: `payload-invalid` for what iOS would not read as it is meant.
    public init(merging base: JSONValue) throws(PreparationError) {
        guard var members = base.members else {
            throw PreparationError(.payloadInvalid, "The payload to merge is no JSON object")
        }
        guard base["aps"].map({ $0.members != nil }) ?? true else {
            throw PreparationError(.payloadInvalid, "The aps of the payload to merge is no JSON object")
        }
        let misplaced = members.contains { $0.key == "mutable-content" }
        members.removeAll { $0.key == "mutable-content" || $0.key == Payload.simulatorKey }
        guard !members.contains(where: { $0.key == SealedEnvelope.key }) else {
            throw PreparationError(.payloadInvalid, "The payload to merge is sealed already")
        }
        var dictionary = JSONValue.object(members)["aps"] ?? .object([])
        let isMutable = misplaced || dictionary["mutable-content"] != nil
        dictionary.remove(at: ["mutable-content"])
        var faults = PayloadLinter.FaultList()
        PayloadLinter.judge(aps: dictionary, into: &faults)
        try PayloadLinter.refuse(faults.all)
        aps = APS(dictionary)
        aps.isMutable = isMutable
        custom = members.filter { $0.key != "aps" }
        simulatorBundle = base[Payload.simulatorKey]?.text
    }
}
