/// Where the media comes from.
public enum MediaSource: Hashable, Sendable {
    /// An http or https URL, as the sender wrote it.
    case link(String)
    /// A regular file.
    case file(path: String)
    /// Whatever standard input holds, up to the source limit.
    case standardInput
    /// A `data:` URL, as the sender wrote it.
    case data(String)
    /// Bytes that the caller already has.
    case bytes([UInt8])

    /// Reads a command line's or manifest's word: `-`, a URL, or else a path.
    ///
    /// Anything that starts with a scheme is a link, whatever the scheme: the fetcher refuses the ones it does not
    /// know with words, rather than a file of that name being missed.
    public init(_ word: String) {
        if word == "-" {
            self = .standardInput
        } else if let scheme = Self.scheme(of: word) {
            self = scheme == "data" ? .data(word) : .link(word)
        } else {
            self = .file(path: word)
        }
    }

    /// The lowercase scheme of `word`, by the grammar of RFC 3986, section 3.1; one letter is a drive, not a scheme.
    private static func scheme(of word: String) -> String? {
        guard let colon = word.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = word[..<colon]
        guard scheme.utf8.count > 1, let first = scheme.utf8.first, (first | 0x20) >= UInt8(ascii: "a"),
            (first | 0x20) <= UInt8(ascii: "z")
        else { return nil }
        for byte in scheme.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                continue
            default: return nil
            }
        }
        return scheme.lowercased()
    }

    /// The source as it may be shown and logged: no user, password, query or fragment, and no media bytes.
    public var redacted: String {
        switch self {
        case .link(let link): Self.redact(link)
        case .file(let path): path
        case .standardInput: "-"
        case .data(let link): link.prefix { $0 != "," && $0 != ";" } + ",…"
        case .bytes(let bytes): "(\(bytes.count) bytes)"
        }
    }

    /// Cuts a link down to scheme, host and path.
    private static func redact(_ link: String) -> String {
        let bare = link.prefix { $0 != "?" && $0 != "#" }
        let isCut = bare.endIndex != link.endIndex
        // Without an authority the link is no link; whatever stands before an @ in it may still be a password.
        guard let start = bare.range(of: "://")?.upperBound else {
            let shown = bare.lastIndex(of: "@").map { "…" + bare[$0...] } ?? String(bare)
            return shown + (isCut ? "?…" : "")
        }
        let authority = bare[start...].prefix { $0 != "/" && $0 != "\\" }
        let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        return bare[..<start] + host + bare[authority.endIndex...] + (isCut ? "?…" : "")
    }
}

extension Substring {
    /// The first place where `other` stands; the standard library has none for substrings without Foundation.
    fileprivate func range(of other: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(other) { return start..<index(start, offsetBy: other.count) }
            start = index(after: start)
        }
        return nil
    }
}
