internal import AttachmentModel

/// The way from a link to the file behind it, hop by hop.
struct RedirectWalk {
    static let mostHops = 5

    /// The links met so far; the first is where the walk began.
    private(set) var links: [SourceLink]

    init(from link: SourceLink) {
        links = [link]
    }

    /// Takes the next hop, and returns where it leads.
    mutating func follow(_ location: String?) throws(PreparationError) -> SourceLink {
        guard let location, let here = links.last else {
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
        return next
    }
}
