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
