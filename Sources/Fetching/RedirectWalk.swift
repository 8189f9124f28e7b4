internal import AttachmentModel

/// The way from a link to the file behind it, hop by hop.
struct RedirectWalk {
    static let mostHops = 5

    /// The links met so far; the first is where the walk began.
    private(set) var links: [SourceLink]
    /// Where the walk has come to.
    private(set) var here: SourceLink

    init(from link: SourceLink) {
        links = [link]
        here = link
    }

    /// The links that redirects led to, as they may be shown.
    var redirects: [String] { links.dropFirst().map { MediaSource.link($0.text).redacted } }

    /// Takes the next hop.
    mutating func follow(_ location: String?) throws(PreparationError) {
        guard let location else {
            throw PreparationError(.fetchUnreadableAnswer, "The host answers with a redirect that leads nowhere")
        }
        let next = try here.resolving(location)
        guard !links.contains(next) else {
            throw PreparationError(.fetchRedirectLoop, "The redirects come back to \(next.host)")
        }
        guard next.isSecure || !here.isSecure else {
            throw PreparationError(.fetchRedirectDowngrade, "A redirect leads from https to http on \(next.host)")
        }
        guard links.count <= Self.mostHops else { throw PreparationError(.fetchTooManyRedirects) }
        links.append(next)
        here = next
    }
}
