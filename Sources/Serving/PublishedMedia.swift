internal import AttachmentModel
internal import Glibc
internal import HTTPServer
internal import Handover
internal import Publishing

/// Serves the published files of a folder, by the publishing contract: one true type, length and ETag, and for ever.
struct PublishedMedia: Sendable {
    private static let absent = Problem(RequestFault(.notFound, "No published file has this name"))

    /// The folder, as an absolute path.
    let folder: String

    /// - Parameter name: what follows `/media/`, as it was sent.
    func answer(to head: RequestHead, name: String) -> Answer {
        // A name that is a digest and nothing else names no other file: no dots, no slashes but the one, no percent signs.
        guard let key = ShelfKey(path: name), let kind = MediaKind.published(as: key.fileExtension),
            let file = open(key), let count = file.fileSize
        else { return Self.notFound }
        let tag = "\"" + key.digest + "\""
        var headers: [(name: String, value: String)] = [
            ("ETag", tag), ("Cache-Control", "public, max-age=31536000, immutable"),
            ("Access-Control-Allow-Origin", "*"), ("X-Content-Type-Options", "nosniff"),
        ]
        if let known = head.first("if-none-match"), Self.names(tag, in: known) { return Answer(304, headers: headers) }
        headers += [("Content-Type", kind.mime), ("Accept-Ranges", "bytes")]
        let isStillTheSame = head.first("if-range").map { $0 == tag } ?? true
        switch ByteRange(isStillTheSame ? head.first("range") : nil, of: count) {
        case .whole: return Answer(200, headers: headers, .file(HandedFile(file), offset: 0, count: count))
        case .part(let part):
            headers.append(("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(count)"))
            return Answer(
                206, headers: headers, .file(HandedFile(file), offset: part.lowerBound, count: part.count))
        case .outside: return Answer(416, headers: [("Content-Range", "bytes */\(count)")])
        }
    }

    private static var notFound: Answer {
        var answer = absent.answer
        // Short: the file may be published in a moment.
        answer.headers = answer.headers.filter { $0.name != "Cache-Control" } + [("Cache-Control", "public, max-age=5")]
        return answer
    }

    private func open(_ key: ShelfKey) -> OwnedDescriptor? {
        let number = unsafe Glibc.open(folder + "/" + key.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        return number < 0 ? nil : OwnedDescriptor(owning: number)
    }

    /// Whether an `If-None-Match` names a tag, by the weak comparison of RFC 9110, section 13.1.2.
    private static func names(_ tag: String, in header: String) -> Bool {
        header.split(separator: ",").contains { word in
            let word = word.filter { $0 != " " && $0 != "\t" }
            return word == "*" || word == tag || word == "W/" + tag
        }
    }
}

extension MediaKind {
    /// What is published under an extension.
    private static let byExtension = Dictionary(
        [MediaKind.jpeg, .png, .gif, .mp4, .m4a, .mp3, .wav, .aiff].map { ($0.fileExtension, $0) },
        uniquingKeysWith: { first, _ in first })

    fileprivate static func published(as fileExtension: String) -> MediaKind? { byExtension[fileExtension] }
}
