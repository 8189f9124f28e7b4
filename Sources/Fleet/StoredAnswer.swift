internal import AttachmentModel
internal import FoundationEssentials
internal import Index

/// An answer as it stands in the bucket of the index.
struct StoredAnswer: Codable {
    private let source: String
    /// Not there in what an earlier version of affix has put.
    private let origin: String?
    private let profile: String
    private let rulebook: String
    private let receipt: Receipt?
    private let problem: PreparationError?
    private let etag: String?
    private let lastModified: String?
    private let freshUntil: Int
    private let keepUntil: Int

    private enum CodingKeys: String, CodingKey {
        case source, origin, profile, rulebook, receipt, problem, etag, lastModified = "last_modified",
            freshUntil = "fresh_until", keepUntil = "keep_until"
    }

    init(_ entry: IndexEntry, _ key: IndexKey) {
        source = key.source
        origin = key.origin
        profile = key.profile
        rulebook = key.rulebook
        switch entry.answer {
        case .receipt(let value): (receipt, problem) = (value, nil)
        case .problem(let value): (receipt, problem) = (nil, value)
        }
        etag = entry.validator?.etag
        lastModified = entry.validator?.lastModified
        freshUntil = entry.freshUntil
        keepUntil = entry.keepUntil
    }

    /// Reads a value; `nil` for what is none, such as the mark of a deleted one.
    init?(bytes: [UInt8]) {
        guard let made = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
        self = made
    }

    var bytes: [UInt8]? { (try? JSONEncoder().encode(self)).map { Array($0) } }

    var entry: IndexEntry? {
        let answer: IndexEntry.Answer
        if let receipt {
            answer = .receipt(receipt)
        } else if let problem {
            answer = .problem(problem)
        } else {
            return nil
        }
        return IndexEntry(
            answer, validator: Validator(etag: etag, lastModified: lastModified), freshUntil: freshUntil,
            keepUntil: keepUntil)
    }

    /// - Parameter name: what the bucket has it under.
    func row(named name: String) -> IndexRow? {
        entry.map {
            IndexRow(
                name: name, origin: origin, source: source, profile: profile, rulebook: rulebook, entry: $0)
        }
    }
}
