/// What a request says about the answers it wants.
package enum HTTPAcceptance: Sendable {
    /// Media that iOS shows, packed in nothing.
    ///
    /// Never WebP or AVIF by name: a content network that picks by this header then sends what iOS shows.
    case media
    /// What a phone says that loads an attachment: hosts that pack what they should not show it only then.
    case phone
    /// Nothing: what a request says is signed, and proxies that change these headers would break the signature.
    case unsaid

    var lines: [String] {
        switch self {
        case .media:
            [
                "Accept: image/jpeg, image/png, image/gif, video/mp4, audio/mpeg, audio/mp4, audio/wav, audio/aiff, "
                    + "image/*;q=0.2, */*;q=0.1",
                "Accept-Encoding: identity",
            ]
        case .phone: ["Accept: */*", "Accept-Encoding: gzip, deflate, br"]
        case .unsaid: []
        }
    }
}
