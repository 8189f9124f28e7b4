internal import Push

/// What came of an order, the payload around it when one was asked for, and the upload it was made of where that is kept.
struct AttachmentAnswer: Sendable {
    let attachment: Attachment
    let payload: Payload?
    var original: KeptOriginal?
    /// Which of many orders it is of, counted from 0.
    var index: Int?
}

extension AttachmentAnswer: Encodable {
    private enum Member: String, CodingKey {
        case payload, original, index
        case payloadBytes = "payload_bytes"
    }

    /// Writes the attachment as it is, and the others beside its members.
    func encode(to encoder: any Encoder) throws {
        try attachment.encode(to: encoder)
        var members = encoder.container(keyedBy: Member.self)
        try members.encodeIfPresent(original, forKey: .original)
        try members.encodeIfPresent(index, forKey: .index)
        guard let payload else { return }
        try members.encode(payload.value, forKey: .payload)
        try members.encode(payload.size, forKey: .payloadBytes)
    }
}
