internal import AttachmentModel
internal import Digests
internal import HTTPServer

/// A link that has something prepared when it is followed, for whoever cannot ask before: signed, and good until a time.
package struct RenderLink: Equatable, Sendable {
    package let source: String
    /// The name of a profile.
    package let profile: String
    /// Seconds since 1970.
    package let expires: Int

    package init(source: String, profile: String, expires: Int) {
        self.source = source
        self.profile = profile
        self.expires = expires
    }

    private static let mark = "&signature="
    /// Digits of a signature.
    private static let length = 64

    /// The query, with its signature at the end: it is made over all that stands before, byte by byte.
    package func query(signedBy key: SigningKey) -> String {
        let query =
            "url=\(PercentEncoding.encoded(source))&profile=\(PercentEncoding.encoded(profile))&expires=\(expires)"
        return query + Self.mark + HMAC.code(of: query, key: key.bytes)
    }

    /// Reads a query back; the signature is looked at first, and nothing else before it is found right.
    init(query: String, signedBy key: SigningKey, now: Int) throws(RequestFault) {
        let (marked, signature) = (query.dropLast(Self.length), query.suffix(Self.length))
        let signed = String(marked.dropLast(Self.mark.count))
        guard marked.hasSuffix(Self.mark), HMAC.proves(signature, signed, key: key.bytes) else {
            throw RequestFault(.signature, "The link is not signed with this service's key, or was changed since")
        }
        let items = try Query(reading: signed)
        guard let source = items.first("url"), let profile = items.first("profile"),
            let expires = items.first("expires").flatMap({ Int($0) })
        else { throw RequestFault(.malformed, "The link must have url, profile and expires") }
        guard now < expires else { throw RequestFault(.expired, "The link was good until a time that has passed") }
        self.init(source: source, profile: profile, expires: expires)
    }
}
