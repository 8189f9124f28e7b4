internal import AttachmentModel

/// The parts of a media URL that push clients go by.
struct MediaLink {
    /// The kinds that iOS attaches, by the extensions under which they are known.
    static let extensions: [String: MediaKind] = [
        "jpg": .jpeg, "jpeg": .jpeg, "png": .png, "gif": .gif, "mp4": .mp4, "mpg": .mpeg, "mpeg": .mpeg, "avi": .avi,
        "mp3": .mp3, "m4a": .m4a, "wav": .wav, "aif": .aiff, "aiff": .aiff,
    ]

    /// In small letters.
    let scheme: String
    /// In small letters, without its dot; empty when the path has none.
    let fileExtension: String
    /// Whether a name or a password stands before the host.
    let hasUserInfo: Bool
    /// The host as it is written, in small letters, an IPv6 address in its brackets.
    let host: String
    /// Whether what stands behind the host is a port, or nothing does.
    let hasValidPort: Bool
    private let query: [(name: String, value: String)]

    /// `nil` for a text without scheme and host, or with blanks and controls in it.
    init?(_ text: String) {
        guard !text.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F }) else { return nil }
        let bytes = Array(text.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            bytes[colon...].starts(with: "://".utf8)
        else { return nil }
        let rest = String(decoding: bytes[(colon + 3)...], as: UTF8.self).prefix { $0 != "#" }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        // A file has no host, and is told by its scheme.
        guard !authority.isEmpty || scheme == "file" else { return nil }
        let server = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        hasUserInfo = server.count < authority.count
        let name = server.hasPrefix("[") ? server.prefix { $0 != "]" } + "]" : server.prefix { $0 != ":" }
        host = name.lowercased()
        let port = server.dropFirst(name.count)
        hasValidPort =
            port.isEmpty
            || port.hasPrefix(":") && port.dropFirst().utf8.allSatisfy { (48...57).contains($0) }
                && (port.count == 1 || (1...65_535).contains(Int(port.dropFirst()) ?? 0))
        let path = rest.dropFirst(authority.count).prefix { $0 != "?" }
        let file = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        fileExtension = file.lastIndex(of: ".").map { String(file[file.index(after: $0)...]).lowercased() } ?? ""
        query = rest.dropFirst(authority.count + path.count).dropFirst().split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
        }
    }

    /// The kind that the extension promises, when iOS attaches it.
    var kind: MediaKind? { Self.kind(ofExtension: fileExtension) }

    /// Whether the path ends like a file of any kind of media, shown by iOS or not.
    var endsAsMedia: Bool {
        kind != nil || MediaKind.allCases.contains { $0.mediaClass != .foreign && $0.fileExtension == fileExtension }
    }

    static func kind(ofExtension text: String) -> MediaKind? { extensions[text] }

    /// A query item by which a client could name the file it saves: one named filename, or whose value ends like a file.
    var misleadingItem: String? {
        query.first { item in
            if item.name.lowercased() == "filename" { return true }
            guard let dot = item.value.lastIndex(of: ".") else { return false }
            return Self.extensions[item.value[item.value.index(after: dot)...].lowercased()] != nil
        }?.name
    }

    /// Until when a signed URL holds, in UNIX seconds: those of Amazon S3 and CloudFront, Google Cloud Storage and Azure.
    var signedUntil: Int? {
        for prefix in ["x-amz-", "x-goog-"] {
            if let start = self[prefix + "date"].flatMap(UTCTime.seconds),
                let length = self[prefix + "expires"].flatMap({ Int($0) })
            {
                return start + min(max(length, 0), PushDelivery.endOfTime)
            }
        }
        // Below a billion it is a length of time or something else, not a date.
        if let end = self["expires"].flatMap({ Int($0) }), end >= 1_000_000_000 { return end }
        return self["se"].flatMap { UTCTime.seconds(of: $0.withColons) }
    }

    private subscript(name: String) -> String? { query.first { $0.name.lowercased() == name }?.value }
}

extension String {
    /// The text with its escaped colons undone, as times in a query have them.
    fileprivate var withColons: String {
        var parts: [Substring] = []
        var rest = self[...]
        while let percent = rest.firstIndex(of: "%"), rest[percent...].lowercased().hasPrefix("%3a") {
            parts.append(rest[..<percent])
            rest = rest[rest.index(percent, offsetBy: 3)...]
        }
        return (parts + [rest]).joined(separator: ":")
    }
}
