internal import AttachmentModel
internal import Glibc
internal import HTTPServer
internal import Handover
internal import Publishing

/// Serves the published files of a folder, by the publishing contract: one true type, length and ETag, and for ever.
struct PublishedMedia: Sendable {
    private static let absent = Problem(RequestFault(.notFound, "No published file has this name"))

    /// The folder, as an absolute path; `nil` when the shelf is none: then nothing is found here.
    let folder: String?
    private let hot = HotFiles()

    init(folder: String?) {
        self.folder = folder
    }

    /// What is ready of what is asked for often.
    func prepared(for target: String) -> PreparedAnswer? { hot.file(named: target)?.whole }

    /// - Parameter name: what follows `/media/`, as it was sent.
    func answer(to head: RequestHead, name: String) -> Answer {
        // A name that is a digest and nothing else names no other file: no dots, no slashes but the one, no percent signs.
        guard let folder, let key = ShelfKey(path: name), let kind = MediaKind.published(as: key.fileExtension) else {
            return Self.notFound
        }
        let path = folder + "/" + key.path
        let held = hot.file(named: head.path)
        let tag = "\"" + key.digest + "\""
        var headers: [(name: String, value: String)] = [
            ("ETag", tag), ("Cache-Control", "public, max-age=31536000, immutable"),
            ("Access-Control-Allow-Origin", "*"), ("X-Content-Type-Options", "nosniff"),
        ]
        let whole = headers + [("Content-Type", kind.mime), ("Accept-Ranges", "bytes")]
        guard let (count, content) = held.map(Self.content) ?? open(path, named: head.path, whole) else {
            return Self.notFound
        }
        if let known = head.first("if-none-match"), Self.names(tag, in: known) {
            return Answer(304, headers: headers, .known(count))
        }
        headers = whole
        let isStillTheSame = head.first("if-range").map { $0 == tag } ?? true
        switch ByteRange(isStillTheSame ? head.first("range") : nil, of: count) {
        case .whole: return Answer(200, headers: headers, content(0..<count))
        case .part(let part):
            headers.append(("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(count)"))
            return Answer(206, headers: headers, content(part))
        case .outside: return Answer(416, headers: [("Content-Range", "bytes */\(count)")])
        }
    }

    private static var notFound: Answer {
        var answer = absent.answer
        // Short: the file may be published in a moment.
        answer.headers = answer.headers.filter { $0.name != "Cache-Control" } + [("Cache-Control", "public, max-age=5")]
        return answer
    }

    /// The size of a published file, and what sends a part of it, once.
    private typealias Found = (count: Int, content: (Range<Int>) -> Answer.Content)

    private static func content(of file: HotFiles.File) -> Found {
        (file.bytes.count, { .held(file.bytes, $0) })
    }

    private func open(_ path: String, named name: String, _ headers: [(name: String, value: String)]) -> Found? {
        let number = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard number >= 0 else { return nil }
        let file = OwnedDescriptor(owning: number)
        guard let count = file.fileSize else { return nil }
        hot.offer(file, at: path, named: name, headers: headers)
        let handed = HandedFile(file)
        return (count, { .file(handed, offset: $0.lowerBound, count: $0.count) })
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
