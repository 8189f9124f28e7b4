package import AttachmentModel
package import FlowControl
internal import HTTPTransport
package import Handover
internal import ObjectStorage
internal import Synchronization

/// What a look at a source brings: all of it, or of a large movie or sound only what its structure is read from.
package enum Survey: ~Copyable, Sendable {
    case whole(Download)
    case part(SurveyedFile)
}

/// A file that stays with its host but for a few parts.
package struct SurveyedFile: ~Copyable, Sendable {
    package var excerpt: Excerpt
    package let kind: MediaKind
    package let origin: OriginReport
    /// Where the redirects led.
    let link: SourceLink
    /// What vouches for further parts being of the same file; `nil` when the host does not.
    let etag: String?
}

extension Fetcher {
    /// The longest part that is fetched by itself; who needs more fetches the file.
    private static let longestPart = 16_000_000
    /// A part is asked for with what follows it, which is often needed next.
    private static let shortestPart = 65_536

    /// Fetches as much of a link as is needed to begin reading its structure.
    package func survey(
        _ link: String, until deadline: Deadline, onProgress: @escaping Progress
    ) async throws(PreparationError) -> Survey {
        if ObjectName.isMeant(by: link) {
            return .whole(try await fetch(.link(link), until: deadline, onProgress: onProgress))
        }
        var fetch = LinkFetch(try SourceLink(link), by: self, known: nil, until: deadline, onProgress)
        return try await fetch.survey()
    }

    /// Fetches another part of a file; `false` when the host does not give it out by itself.
    package func extend(
        _ file: inout SurveyedFile, by range: Range<Int>, until deadline: Deadline
    ) async throws(PreparationError) -> Bool {
        guard let etag = file.etag, range.count <= Self.longestPart else { return false }
        let end = min(file.excerpt.count, max(range.upperBound, range.lowerBound + Self.shortestPart))
        let part = PartReceiver(range.lowerBound..<end, of: file.excerpt.count, etag: etag)
        let fetch = LinkFetch(file.link, by: self, known: nil, until: deadline) { _, _ in }
        do throws(PreparationError) {
            guard try await fetch.fetch(part) else { return false }
        } catch {
            // Whatever is wrong with its parts, the file may be there as a whole, if there is time for it.
            if error.code == .deadline || deadline.hasPassed() { throw error }
            return false
        }
        try file.excerpt.put(part.bytes, at: range.lowerBound)
        return true
    }
}

/// Takes one part of a file (RFC 9110, section 14).
final class PartReceiver: HTTPReceiver {
    private let range: Range<Int>
    private let count: Int
    private let etag: String
    /// What came of the part; `nil` while no answer has promised it.
    private let taken = Mutex<[UInt8]?>(nil)

    init(_ range: Range<Int>, of count: Int, etag: String) {
        self.range = range
        self.count = count
        self.etag = etag
    }

    var bytes: [UInt8] { taken.withLock { $0 ?? [] } }

    /// Whether the part came, and all of it.
    var isWhole: Bool { taken.withLock { $0?.count == range.count } }

    var headers: [HTTPHead.Header] {
        [
            .init(name: "Range", value: "bytes=\(range.lowerBound)-\(range.upperBound - 1)"),
            .init(name: "If-Range", value: etag),
        ]
    }

    func begin(_ head: HTTPHead) throws(PreparationError) {
        guard head.status == 206 else { return }
        guard let sent = head.first("content-range").flatMap(ContentRange.init), sent.first == range.lowerBound,
            sent.last == range.upperBound - 1, sent.total ?? count == count, head.encodings.isEmpty,
            head.first("etag").map({ $0 == etag }) ?? true
        else {
            throw PreparationError(.fetchUnreadableAnswer, "The host sent another part of the file than was asked for")
        }
        taken.withLock { $0 = [] }
    }

    /// Nothing of a whole file that comes in place of the part, and no more than the part.
    func take(_ bytes: UnsafeRawBufferPointer) throws(PreparationError) -> Bool {
        try taken.withLock { (taken) throws(PreparationError) in
            guard let count = taken?.count else { return false }
            guard count + bytes.count <= range.count else {
                throw PreparationError(.fetchUnreadableAnswer, "The host sent more of the file than was asked for")
            }
            unsafe taken?.append(contentsOf: bytes)
            return true
        }
    }
}
