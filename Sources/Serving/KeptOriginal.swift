/// An upload that was kept unchanged, as an answer names it.
struct KeptOriginal: Encodable, Sendable {
    let digest: String
    let bytes: Int
    /// Until when it stays at least; RFC 3339 in UTC.
    let expiresAt: String

    private enum CodingKeys: String, CodingKey { case path, digest, bytes, expiresAt = "expires_at" }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode("/v1/originals/" + digest, forKey: .path)
        try members.encode(digest, forKey: .digest)
        try members.encode(bytes, forKey: .bytes)
        try members.encode(expiresAt, forKey: .expiresAt)
    }
}

/// What came of an order, and where the upload is that it was made of.
struct AttachmentAnswer: Encodable, Sendable {
    let attachment: Attachment
    let original: KeptOriginal?

    private enum CodingKeys: String, CodingKey { case original }

    func encode(to encoder: any Encoder) throws {
        try attachment.encode(to: encoder)
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encodeIfPresent(original, forKey: .original)
    }
}
