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

    init(folder: String?) {
        self.folder = folder
    }

    /// The whole file that is asked for, when it is there.
    ///
    /// - Parameter name: what follows `/media/`, as it was sent.
    func file(named name: String) -> FileAnswer? {
        guard let media = Media(name), let file = try? open(media), let count = file.fileSize else { return nil }
        return FileAnswer(file, count: count, headers: media.wholeHeaders)
    }

    /// The same for whoever asks for less than that, or asks whether it is still the same.
    func answer(to head: RequestHead, name: String) -> Answer {
        do throws(PreparationError) {
            guard let media = Media(name), let file = try open(media), let count = file.fileSize else {
                return Self.notFound
            }
            return Self.answer(to: head, media, file, count)
        } catch {
            return Problem(error).answer
        }
    }

    private static func answer(
        to head: RequestHead, _ media: Media, _ file: consuming OwnedDescriptor, _ count: Int
    ) -> Answer {
        if let known = head.first("if-none-match"), names(media.tag, in: known) {
            return Answer(304, headers: media.headers, .known(count))
        }
        let isStillTheSame = head.first("if-range").map { $0 == media.tag } ?? true
        switch ByteRange(isStillTheSame ? head.first("range") : nil, of: count) {
        case .whole:
            return Answer(200, headers: media.wholeHeaders, .file(HandedFile(file), offset: 0, count: count))
        case .part(let part):
            let range = ("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(count)")
            let content = Answer.Content.file(HandedFile(file), offset: part.lowerBound, count: part.count)
            return Answer(206, headers: media.wholeHeaders + [range], content)
        case .outside: return Answer(416, headers: [("Content-Range", "bytes */\(count)")])
        }
    }

    /// What a name stands for, and what is told of it.
    private struct Media {
        let key: ShelfKey
        let kind: MediaKind

        /// A name that is a digest and nothing else names no other file: no dots, no slashes but the one, no percent signs.
        init?(_ name: String) {
            guard let key = ShelfKey(path: name), let kind = MediaKind.published(as: key.fileExtension) else {
                return nil
            }
            (self.key, self.kind) = (key, kind)
        }

        var tag: String { "\"" + key.digest + "\"" }

        var headers: [(name: String, value: String)] {
            [
                ("ETag", tag), ("Cache-Control", "public, max-age=31536000, immutable"),
                ("Access-Control-Allow-Origin", "*"), ("X-Content-Type-Options", "nosniff"),
            ]
        }

        /// Those of an answer with bytes of it.
        var wholeHeaders: [(name: String, value: String)] {
            headers + [("Content-Type", kind.mime), ("Accept-Ranges", "bytes")]
        }
    }

    private static var notFound: Answer {
        var answer = absent.answer
        // Short: the file may be published in a moment.
        answer.headers = answer.headers.filter { $0.name != "Cache-Control" } + [("Cache-Control", "public, max-age=5")]
        return answer
    }

    /// Opens a file; `nil` when it is not there.
    ///
    /// Throws `overloaded` when the system has no descriptor for it.
    private func open(_ media: Media) throws(PreparationError) -> OwnedDescriptor? {
        guard let folder else { return nil }
        // What is no file, a pipe, must not hold up whoever opens it.
        let number = unsafe Glibc.open(folder + "/" + media.key.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        if number < 0, [EMFILE, ENFILE, ENOMEM].contains(errno) {
            throw PreparationError(.overloaded, "The file cannot be opened just now", retryAfter: .seconds(1))
        }
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
