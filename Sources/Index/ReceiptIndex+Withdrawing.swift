internal import Databases

extension ReceiptIndex {
    package func rows(about keys: [BlockKey]) throws(IndexFault) -> [IndexRow] {
        try file.with { (tables) throws(DatabaseFault) in
            let select = "SELECT \(IndexRow.columns) FROM answers WHERE "
            var byOrigin = try tables.database.prepare(select + "origin = ?")
            var byDigest = try tables.database.prepare(
                select + "digest = ?1 OR source_digest = ?1 OR \(Self.hasVariant)")
            var found: [String: IndexRow] = [:]
            func note(_ row: [Column]) -> Bool {
                if let row = IndexRow(row) { found[row.name] = row }
                return true
            }
            for key in keys {
                if let digest = key.digest {
                    try byDigest.forEach([.text(digest)], note)
                } else {
                    try byOrigin.forEach([.text(key.origin)], note)
                }
            }
            return found.values.sorted { $0.name < $1.name }
        }
    }

    package func rows(publishing digest: String) throws(IndexFault) -> [IndexRow] {
        // A source may have the same bytes.
        try rows(about: [BlockKey(digest: digest)]).filter { $0.entry.digests.contains(digest) }
    }

    package func forget(_ rows: [IndexRow]) throws(IndexFault) {
        try file.with { (tables) throws(DatabaseFault) in
            var delete = try tables.database.prepare("DELETE FROM answers WHERE key = ?")
            for row in rows { try delete.run(.text(row.name)) }
        }
    }
}
