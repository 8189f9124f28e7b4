internal import AttachmentModel

/// One line of a journal: which item it is about, and what came of it.
package struct JournalLine: Sendable {
    /// Grows when an earlier version of affix could not go on with a journal; lines without one are of the first.
    static let schema = 1

    /// The item's name among all items of all manifests.
    package var item: Fingerprint
    /// The caller's own name for it.
    package var id: String?
    /// The source as it may be shown; `nil` for a line of a manifest that names none.
    package var source: String?
    /// What came of it.
    package var answer: BatchAnswer

    package init(item: Fingerprint, id: String?, source: String?, answer: BatchAnswer) {
        self.item = item
        self.id = id
        self.source = source
        self.answer = answer
    }
}

extension JournalLine: Codable {
    private enum CodingKeys: String, CodingKey { case item, schema, id, status, source, problem, verdict }

    /// Reads what `encode(to:)` wrote.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        guard let item = Fingerprint(text: try values.decode(String.self, forKey: .item)) else {
            throw DecodingError.dataCorruptedError(forKey: .item, in: values, debugDescription: "no fingerprint")
        }
        self.item = item
        id = try values.decodeIfPresent(String.self, forKey: .id)
        source = try values.decodeIfPresent(SourceSummary.self, forKey: .source)?.url
        if let problem = try values.decodeIfPresent(PreparationError.self, forKey: .problem) {
            answer = .problem(problem)
        } else if values.contains(.verdict) {
            answer = .inspection(try Inspection(from: decoder))
        } else {
            answer = .receipt(try Receipt(from: decoder))
        }
    }

    /// Writes a receipt or an inspection as it is everywhere else, or the problem, and with it the item and its status.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(item.text, forKey: .item)
        try values.encode(Self.schema, forKey: .schema)
        switch answer {
        case .receipt(var receipt):
            if let id { receipt.id = id }
            try receipt.encode(to: encoder)
        case .inspection(let inspection):
            try values.encode(id, forKey: .id)
            try values.encode(answer.status, forKey: .status)
            try inspection.encode(to: encoder)
        case .problem(let problem):
            try values.encode(id, forKey: .id)
            try values.encode(answer.status, forKey: .status)
            try values.encode(source.map { SourceSummary(url: $0) }, forKey: .source)
            try values.encode(problem, forKey: .problem)
        }
    }
}

/// As much of a line as it takes to know how its item stands.
struct JournalMark: Decodable {
    private let schema: Int?
    let item: String
    let status: String

    /// Whether a later version of affix has written it in a way that this one may misread.
    var isLater: Bool { schema ?? 1 > JournalLine.schema }
}
