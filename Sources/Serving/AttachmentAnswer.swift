internal import Push

/// What came of an order, the payload around it when one was asked for, and the upload it was made of where that is kept.
struct AttachmentAnswer: Sendable {
    let attachment: Attachment
    let payload: Payload?
    var original: KeptOriginal?
}

extension AttachmentAnswer: Encodable {
    private enum Member: String, CodingKey {
        case payload, original
        case payloadBytes = "payload_bytes"
    }

    /// Writes the attachment as it is, and the others beside its members.
    func encode(to encoder: any Encoder) throws {
        try attachment.encode(to: encoder)
        var members = encoder.container(keyedBy: Member.self)
        try members.encodeIfPresent(original, forKey: .original)
        guard let payload else { return }
        try members.encode(payload.value, forKey: .payload)
        try members.encode(payload.size, forKey: .payloadBytes)
    }
}
