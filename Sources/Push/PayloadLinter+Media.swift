internal import AttachmentModel

// Which texts are media URLs, and what is wrong with them.
extension PayloadLinter {
    /// A text that is taken for a media URL, and what is said of the same file beside it.
    struct FoundMedia {
        let place: JSONPointer
        let url: String
        var claims: [(place: JSONPointer, value: MediaValue, text: String)] = []
        var expires: Int?
    }

    /// Every media URL of a payload, once each, in the order of the places.
    func media(in payload: JSONValue) -> [FoundMedia] {
        var found: [JSONPointer: FoundMedia] = [:]
        var order: [JSONPointer] = []
        func note(_ media: FoundMedia) {
            guard found[media.place] == nil else { return }
            found[media.place] = media
            order.append(media.place)
        }
        for preset in mediaPresets + PayloadPreset.alsoRead {
            for media in preset.media(in: payload) { note(media) }
        }
        var weak: [FoundMedia] = []
        payload.forEachLeaf { place, value in
            guard place.tokens.first != "aps", place.tokens.first != SealedEnvelope.key, let text = value.text,
                let name = place.tokens.last(where: { Int($0) == nil }), name.suggestsMedia, text.looksLikeAddress
            else { return }
            let media = FoundMedia(place: place, url: text)
            if name.suggestsMediaStrongly { note(media) } else { weak.append(media) }
        }
        // A name that only says URL may be the link that a tap opens: it is media when nothing else is, and it ends so.
        if order.isEmpty { weak.filter { MediaLink($0.url)?.endsAsMedia == true }.forEach(note) }
        return order.compactMap { found[$0] }
    }

    func judge(_ media: [FoundMedia], in payload: JSONValue, into faults: inout FaultList) {
        for preset in mediaPresets {
            for field in preset.fields where field.value == .url {
                for place in payload.places(matching: field.place.tokens) {
                    // A list of URLs is looked through by itself.
                    switch payload[place] {
                    case .null, .string(""), .array([]), .object([]), .bool, .number:
                        faults.add(.mediaEmpty, at: place, "There is a name for media, but no URL")
                    default: break
                    }
                }
            }
        }
        for one in media where !one.url.isEmpty { judge(one, into: &faults) }
    }

    private func judge(_ media: FoundMedia, into faults: inout FaultList) {
        guard let link = MediaLink(media.url) else {
            faults.add(.urlInvalid, at: media.place, "It is no URL that a phone can fetch")
            return
        }
        if link.scheme != "https", !(allowsHTTP && link.scheme == "http") {
            let isHTTP = link.scheme == "http"
            faults.add(
                isHTTP ? .httpURL : .urlInvalid, at: media.place,
                isHTTP ? "The URL is http" : "No phone can fetch a URL with the scheme \(link.scheme)")
        }
        if link.hasUserInfo {
            faults.add(.urlInvalid, at: media.place, "A name or a password stands before the URL's host")
        }
        if !link.hasValidPort { faults.add(.urlInvalid, at: media.place, "The URL's port is none from 1 to 65535") }
        // Who allows http tries it out, maybe with a simulator on the same machine.
        if !allowsHTTP, PrivateHost.matches(link.host) {
            faults.add(.urlInvalid, at: media.place, "No phone can reach the host \(link.host)")
        }
        if let kind = link.kind {
            for claim in media.claims where !claim.value.allows(claim.text, kind) {
                faults.add(
                    .extensionLies, at: claim.place,
                    "It says \(claim.text), but the URL ends in .\(link.fileExtension)")
            }
        } else {
            let ending = link.fileExtension.isEmpty ? "in no extension" : "in .\(link.fileExtension)"
            faults.add(.extensionUnknown, at: media.place, "The path ends \(ending), which iOS does not show")
        }
        if let item = link.misleadingItem {
            faults.add(.misleadingQuery, at: media.place, "The query item \(item) looks like the name of a file")
        }
        let end = [media.expires, link.signedUntil, expires].compactMap { $0 }.min().map { max($0, 0) }
        let last = delivery.lastDelivery(sentAt: now)
        if let end, end < last {
            let days = (last - end + 86_399) / 86_400
            let reason =
                delivery.expiration == nil
                ? "without apns-expiration APNs may keep it for 30 days" : "the push lives longer"
            faults.add(
                .urlExpires, at: media.place, "The URL may be gone \(days) days too early: \(reason)")
        }
    }
}

extension PayloadPreset {
    /// The media that stands in this shape in a payload.
    func media(in payload: JSONValue) -> [PayloadLinter.FoundMedia] {
        fields.filter { $0.value == .url }.flatMap { field in
            payload.places(matching: field.place.tokens).compactMap { place in
                guard let url = payload[place]?.text else { return nil }
                // Under any name anything may stand.
                if field.place.tokens.contains("*"), !url.looksLikeAddress { return nil }
                var media = PayloadLinter.FoundMedia(place: place, url: url)
                for other in fields where other.value != .url {
                    let beside = other.place.following(place, wherever: field.place)
                    if other.value == .expires { media.expires = payload[beside]?.wholeNumber }
                    if let text = payload[beside]?.text { media.claims.append((beside, other.value, text)) }
                }
                return media
            }
        }
    }
}

extension JSONPointer {
    /// This place with the numbers and names that `found` has where `pattern` leaves them open.
    fileprivate func following(_ found: JSONPointer, wherever pattern: JSONPointer) -> JSONPointer {
        var filled = zip(pattern.tokens, found.tokens).filter { $0.0 == "-" || $0.0 == "*" }.map(\.1)[...]
        return JSONPointer(tokens: tokens.map { $0 == "-" || $0 == "*" ? filled.popFirst() ?? $0 : $0 })
    }
}

extension JSONValue {
    /// The places that a pattern names; `-` is every element of a list, `*` every name of an object.
    fileprivate func places(matching tokens: [String]) -> [JSONPointer] {
        var open: [(place: JSONPointer, value: JSONValue)] = [(JSONPointer(), self)]
        for token in tokens {
            open = open.flatMap { place, value in
                switch token {
                case "-": (value.elements ?? []).enumerated().map { (place.appending(String($0)), $1) }
                case "*": (value.members ?? []).map { (place.appending($0.key), $0.value) }
                default: value[token].map { [(place.appending(token), $0)] } ?? []
                }
            }
        }
        return open.map(\.place)
    }
}

extension MediaValue {
    /// Whether a text under this heading may be said of a file of that kind.
    fileprivate func allows(_ text: String, _ kind: MediaKind) -> Bool {
        switch self {
        case .kind: text == kind.rawValue
        case .family: text == (kind.mediaClass == .movie ? "video" : kind.mediaClass.rawValue)
        case .mime: text == kind.mime
        case .uti: text == kind.uti
        // Clients take a UTI or a MIME type for an extension too.
        case .fileExtension:
            MediaLink.kind(ofExtension: text.lowercased()) == kind || text == kind.uti || text == kind.mime
        default: true
        }
    }
}

extension String {
    /// Whether a text may be the address of a file.
    var looksLikeAddress: Bool {
        let text = lowercased()
        return text.hasPrefix("//") || text.hasPrefix("www.") || text.contains(substring: "://")
            || MediaLink.extensions.keys.contains { text.hasSuffix("." + $0) }
    }

    private func contains(substring: String) -> Bool {
        var rest = self[...]
        while let first = substring.first, let place = rest.firstIndex(of: first) {
            if rest[place...].hasPrefix(substring) { return true }
            rest = rest[rest.index(after: place)...]
        }
        return false
    }
}
