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
    /// A file that has no name, such as an upload.
    case held(HeldFile)

    /// Reads a command line's or manifest's word: `-`, a URL, or else a path.
    ///
    /// Anything that starts with a scheme is a link, whatever the scheme: the fetcher refuses the ones it does not
    /// know with words, rather than a file of that name being missed.
    public init(_ word: String) {
        // Blanks around a link come from files and shells; a path may begin with one.
        let bare = word.trimmingBlanks
        if word == "-" {
            self = .standardInput
        } else if bare.hasPrefix("//") {
            self = .link(word)
        } else if let scheme = Self.scheme(of: bare) {
            self = scheme == "data" ? .data(bare) : .link(word)
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
        case .data(let link): link.prefix(80).prefix { $0 != "," && $0 != ";" } + ",…"
        case .bytes(let bytes): "(\(bytes.count) bytes)"
        case .held: HeldFile.word
        }
    }

    /// Cuts a link down to scheme, host and path.
    ///
    /// Whatever stands before the last @ may be a password, however the link was mistyped, and so may what stands where
    /// a port should be: then less is shown.
    private static func redact(_ link: String) -> String {
        let link = link.trimmingBlanks
        let bare = link.prefix { $0 != "?" && $0 != "#" }
        let mark = bare.endIndex == link.endIndex ? "" : "?…"
        guard let start = bare.range(of: "://")?.upperBound else {
            return (Self.scheme(of: link).map { $0 + ":…" } ?? "…") + mark
        }
        if let at = bare.lastIndex(of: "@") { return bare[..<start] + "…" + bare[at...] + mark }
        let authority = bare[start...].prefix { $0 != "/" && $0 != "\\" }
        if authority.contains("%") { return bare[..<start] + "…" + mark }
        let port = authority.drop { $0 != "]" }.isEmpty ? authority.drop { $0 != ":" } : authority.drop { $0 != "]" }
        guard port.dropFirst().allSatisfy({ $0.isNumber || $0 == ":" }) else { return bare[..<start] + "…" + mark }
        return bare + mark
    }
}

extension String {
    /// Without blanks, tabs and line ends at both ends.
    fileprivate var trimmingBlanks: String {
        let isBlank: (Character) -> Bool = { $0.isWhitespace }
        var rest = self.drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return String(rest)
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
