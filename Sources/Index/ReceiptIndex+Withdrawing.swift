internal import AttachmentModel
internal import Databases

extension ReceiptIndex {
    /// One receipt that has to do with something that is withdrawn.
    package struct Trace: Hashable, Sendable {
        package let key: String
        /// The source, as a block list has it; `nil` for one that an earlier version of affix remembered.
        package let origin: String?
        package let row: IndexRow

        package static func == (one: Trace, other: Trace) -> Bool { one.key == other.key }
        package func hash(into hasher: inout Hasher) { hasher.combine(key) }
    }

    /// What is remembered of a source.
    package func traces(ofOrigin origin: String) throws(IndexFault) -> [Trace] {
        try traces(where: "origin = ?", origin)
    }

    /// What is remembered of bytes, those of a source as well as published ones.
    package func traces(ofDigest digest: String) throws(IndexFault) -> [Trace] {
        try traces(where: "digest = ?1 OR source_digest = ?1", digest)
    }

    /// Forgets what was remembered.
    package func forget(_ traces: [Trace]) throws(IndexFault) {
        try withDatabase { (database) throws(DatabaseFault) in
            var delete = try database.prepare("DELETE FROM answers WHERE key = ?")
            for trace in traces { try delete.run(.text(trace.key)) }
        }
    }

    private func traces(where condition: String, _ value: String) throws(IndexFault) -> [Trace] {
        try withDatabase { (database) throws(DatabaseFault) in
            var query = try database.prepare(
                """
                SELECT receipt, problem, etag, last_modified, fresh_until, keep_until, source, profile, rulebook,
                    key, origin
                FROM answers WHERE \(condition)
                """)
            var found: [Trace] = []
            try query.forEach([.text(value)]) { (row) throws(DatabaseFault) in
                if let entry = IndexRow(row), let key = row[9].text {
                    found.append(Trace(key: key, origin: row[10].text, row: entry))
                }
                return true
            }
            return found
        }
    }
}
