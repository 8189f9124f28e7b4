internal import Push

/// What came of an order, and the payload around it when one was asked for.
struct AttachmentAnswer: Sendable {
    let attachment: Attachment
    let payload: Payload?
}

extension AttachmentAnswer: Encodable {
    private enum Member: String, CodingKey {
        case payload
        case payloadBytes = "payload_bytes"
    }

    /// Writes the attachment as it is, and the payload beside its members.
    func encode(to encoder: any Encoder) throws {
        try attachment.encode(to: encoder)
        guard let payload else { return }
        var members = encoder.container(keyedBy: Member.self)
        try members.encode(payload.value, forKey: .payload)
        try members.encode(payload.size, forKey: .payloadBytes)
    }
}
