internal import AttachmentModel

/// What names and headers say against the bytes.
///
/// The bytes decide; clients that trust the others may stumble.
enum Disagreement {
    static func warnings(_ kind: MediaKind, source: MediaSource, origin: OriginReport?) -> [MediaWarning] {
        var warnings: [MediaWarning] = []
        if let written = fileExtension(of: source), let named = byExtension[written], named != kind {
            warnings.append(.extensionDisagrees)
        }
        if let declared = origin?.contentType, mime(of: declared) != kind.mime, isSpecific(declared) {
            warnings.append(.typeDisagrees)
        }
        return warnings
    }

    /// Extensions that claim a kind, common spellings included.
    private static let byExtension: [String: MediaKind] = {
        var table: [String: MediaKind] = [
            "jpeg": .jpeg, "jpe": .jpeg, "tiff": .tiff, "aiff": .aiff, "webm": .matroska, "heif": .heic, "mpeg": .mpeg,
        ]
        for kind in MediaKind.allCases where kind.mediaClass != .foreign { table[kind.fileExtension] = kind }
        return table
    }()

    /// The lowercase extension of the last part of the path; queries do not count.
    private static func fileExtension(of source: MediaSource) -> String? {
        let path: Substring
        switch source {
        case .link(let link): path = link.prefix { $0 != "?" && $0 != "#" }
        case .file(let name): path = name[...]
        case .standardInput, .data, .bytes, .held: return nil
        }
        guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: "."), dot > name.startIndex
        else { return nil }
        return name[name.index(after: dot)...].lowercased()
    }

    private static func mime(of header: String) -> String {
        header.prefix { $0 != ";" && $0 != " " }.lowercased()
    }

    /// Whether a declared type claims something: a general one does not.
    static func isSpecific(_ header: String) -> Bool {
        let mime = mime(of: header)
        return !["application/octet-stream", "binary/octet-stream", ""].contains(mime) && !mime.hasSuffix("/*")
    }
}
