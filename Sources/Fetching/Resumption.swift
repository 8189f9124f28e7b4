internal import AttachmentModel
internal import HTTPTransport

/// The rest of a body that broke off: what to ask for, and whether an answer is that (RFC 9110, sections 13.1.5 and 14).
struct Resumption: Hashable {
    /// Bytes that are here already.
    let offset: Int
    /// The whole size, when it was announced.
    let total: Int?
    /// A strong validator: the parts of two answers with the same one fit together byte for byte.
    let etag: String

    /// What can be resumed of an answer, if anything can.
    ///
    /// - Parameters:
    ///   - head: the head of the answer that broke off.
    ///   - count: bytes that came.
    init?(of head: HTTPHead, count: Int) {
        guard count > 0, head.encodings.isEmpty, head.first("accept-ranges")?.lowercased() != "none",
            let etag = head.first("etag"), Validator.isStrong(etag)
        else { return nil }
        offset = count
        total = head.bodyLength
        self.etag = etag
    }

    var headers: [HTTPHead.Header] {
        [.init(name: "Range", value: "bytes=\(offset)-"), .init(name: "If-Range", value: etag)]
    }

    /// The size of the whole file, once a partial answer has proved to be the rest of it.
    func check(_ head: HTTPHead, host: String) throws(PreparationError) -> Int? {
        guard let range = head.first("content-range").flatMap(ContentRange.init), range.first == offset,
            head.encodings.isEmpty, head.first("etag").map({ $0 == etag }) ?? true,
            total == nil || range.total == nil || total == range.total, range.last < total ?? .max
        else {
            throw PreparationError(.fetchUnreadableAnswer, "\(host) sent another part of the file than was asked for")
        }
        return range.total ?? total
    }
}

/// The value of a Content-Range header, as in `bytes 200-999/1000`.
struct ContentRange: Hashable {
    let first: Int
    let last: Int
    /// `nil` when the host does not know it.
    let total: Int?

    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let sides = words[1].split(separator: "/", omittingEmptySubsequences: false)
        let ends = (sides.first ?? "").split(separator: "-", omittingEmptySubsequences: false)
        guard sides.count == 2, ends.count == 2, let first = Int(digits: ends[0]), let last = Int(digits: ends[1]),
            first <= last
        else { return nil }
        if sides[1] == "*" {
            total = nil
        } else {
            guard let size = Int(digits: sides[1]), last < size else { return nil }
            total = size
        }
        self.first = first
        self.last = last
    }
}

extension Int {
    /// A number of digits and nothing else: no sign, no blank.
    init?(digits text: some StringProtocol) {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        self.init(text)
    }
}
