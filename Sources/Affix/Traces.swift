internal import Index

/// What the index knows to have been made of something that is withdrawn.
struct Traces: Sendable {
    private let index: any AnswerStore
    private let rows: [IndexRow]

    /// Finds every answer about sources and bytes, and every other one that came of the same bytes; blocks.
    init(of keys: [BlockKey], in index: any AnswerStore) throws(IndexFault) {
        self.index = index
        var found: [String: IndexRow] = [:]
        let first = try index.rows(about: keys)
        let bytes = Set(first.compactMap(\.entry.sourceDigest)).map { BlockKey(digest: $0) }
        let second = bytes.isEmpty ? [] : try index.rows(about: bytes)
        for row in first + second { found[row.name] = row }
        rows = found.values.sorted { $0.name < $1.name }
    }

    /// All that must not be published any more.
    var keys: [BlockKey] { rows.flatMap(\.keys) }

    /// Has the index forget what was found; gives how many answers that were.
    func forget() throws(IndexFault) -> Int {
        try index.forget(rows)
        return rows.count
    }
}
