internal import AttachmentModel
internal import Databases
internal import FoundationEssentials
internal import Glibc
internal import Handover

/// Receipts that are remembered across runs, in an SQLite file that any number of processes share; its calls block.
package final class ReceiptIndex: AnswerStore {
    struct Tables: ~Copyable {
        var find: Statement
        var renew: Statement
        var keep: Statement
        var sweep: Statement
        var put: Statement
        var forgetVariants: Statement
        var noteVariant: Statement
        let database: Database
    }

    /// Another process writes for milliseconds; one that holds the file longer than this is stuck.
    private static let patience = Duration.seconds(2)

    private static let schema = Schema([
        """
        CREATE TABLE answers (
            key TEXT PRIMARY KEY, source TEXT NOT NULL, profile TEXT NOT NULL, rulebook TEXT NOT NULL,
            digest TEXT, receipt TEXT, problem TEXT, etag TEXT, last_modified TEXT,
            fresh_until INTEGER NOT NULL, keep_until INTEGER NOT NULL) WITHOUT ROWID;
        CREATE INDEX answers_by_digest ON answers (digest);
        CREATE INDEX answers_by_end ON answers (keep_until);
        """,
        // To find all that was made of one source: by what names it, or by its bytes.
        """
        ALTER TABLE answers ADD COLUMN origin TEXT;
        ALTER TABLE answers ADD COLUMN source_digest TEXT;
        UPDATE answers SET source_digest = json_extract(receipt, '$.source.digest') WHERE json_valid(receipt);
        CREATE INDEX answers_by_origin ON answers (origin);
        CREATE INDEX answers_by_source_digest ON answers (source_digest);
        """,
        // To find an answer by the bytes of a further rendition.
        """
        CREATE TABLE variants (answer TEXT NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (answer, digest)) WITHOUT ROWID;
        CREATE INDEX variants_by_digest ON variants (digest);
        INSERT OR IGNORE INTO variants
            SELECT answers.key, json_extract(made.value, '$.digest')
            FROM answers,
                json_each(CASE WHEN json_valid(answers.receipt) THEN answers.receipt END, '$.variants') AS made
            WHERE json_extract(made.value, '$.digest') IS NOT NULL;
        CREATE TRIGGER variants_go AFTER DELETE ON answers BEGIN DELETE FROM variants WHERE answer = OLD.key; END;
        """,
    ])

    /// That one of an answer's further renditions has the digest of the first parameter.
    static let hasVariant = "key IN (SELECT answer FROM variants WHERE digest = ?1)"

    private let path: String
    let file: TableFile<Tables, IndexFault>

    package var place: String { path }

    /// Whether a state folder has an index.
    package static func exists(in folder: String) -> Bool {
        FileManager.default.fileExists(atPath: folder + "/index.sqlite")
    }

    /// Opens or makes the index in a state folder.
    package init(in folder: String) throws(IndexFault) {
        let path = folder + "/index.sqlite"
        self.path = path
        guard Folder.make(folder, mode: 0o700) else {
            throw IndexFault(mayPass: false, words: "The folder \(folder) cannot be made")
        }
        file = try TableFile(at: path, Self.schema, patience: Self.patience, inWords: { Self.fault($0, path) }) {
            (database) throws(DatabaseFault) in
            Tables(
                find: try database.prepare("SELECT \(IndexRow.columns) FROM answers WHERE key = ?"),
                renew: try database.prepare(
                    """
                    UPDATE answers SET receipt = ?, problem = ?, etag = ?, last_modified = ?, fresh_until = ?, keep_until = ?
                    WHERE key = ? AND digest IS ? AND source_digest IS ? AND origin IS ?
                    """),
                keep: try database.prepare(
                    "SELECT max(keep_until) FROM answers WHERE digest = ?1 OR \(Self.hasVariant)"),
                sweep: try database.prepare("DELETE FROM answers WHERE keep_until < ?"),
                put: try database.prepare(
                    "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
                forgetVariants: try database.prepare("DELETE FROM variants WHERE answer = ?"),
                noteVariant: try database.prepare("INSERT OR IGNORE INTO variants VALUES (?, ?)"), database: database)
        }
    }

    /// What is remembered under a key.
    package func entry(for key: IndexKey) throws(IndexFault) -> IndexEntry? {
        try file.with { (tables) throws(DatabaseFault) in
            try tables.find.first(.text(key.text)).flatMap(IndexEntry.init)
        }
    }

    /// Remembers an answer in place of what was known.
    package func put(_ entry: IndexEntry, for key: IndexKey) throws(IndexFault) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var (receipt, problem): (String?, String?)
        switch entry.answer {
        case .receipt(let value): receipt = (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
        case .problem(let value): problem = (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
        }
        let (name, digest, source) = (Column.text(key.text), Column(entry.digest), Column(entry.sourceDigest))
        let content = [
            Column(receipt), Column(problem), Column(entry.validator?.etag), Column(entry.validator?.lastModified),
            .integer(entry.freshUntil), .integer(entry.keepUntil),
        ]
        let variants = entry.digests.dropFirst()
        try file.with { (tables) throws(DatabaseFault) in
            try tables.database.atOnce { (database) throws(DatabaseFault) in
                // What is only renewed keeps its place in most of the tables' orders, and costs a third.
                if variants.isEmpty {
                    try tables.renew.run(content + [name, digest, source, Column(key.origin)])
                    if database.changes > 0 { return }
                }
                try tables.put.run(
                    [name, .text(key.source), .text(key.profile), .text(key.rulebook), digest] + content
                        + [Column(key.origin), source])
                try tables.forgetVariants.run([name])
                for digest in variants { try tables.noteVariant.run([name, .text(digest)]) }
            }
        }
    }

    /// Until when a published file must stay, in seconds since 1970; `nil` when nothing speaks of it.
    package func keepUntil(digest: String) throws(IndexFault) -> Int? {
        try file.with { (tables) throws(DatabaseFault) in try tables.keep.first(.text(digest))?.first?.integer }
    }

    /// Forgets what nobody has asked for until an instant, in seconds since 1970; gives how many answers that were.
    package func forget(before instant: Int) throws(IndexFault) -> Int {
        try file.with { (tables) throws(DatabaseFault) in
            try tables.sweep.run([.integer(instant)])
            return tables.database.changes
        }
    }

    /// Lends every row, in the order of the keys.
    package func forEach(_ body: (IndexRow) -> Void) throws(IndexFault) {
        try file.with { (tables) throws(DatabaseFault) in
            var all = try tables.database.prepare("SELECT \(IndexRow.columns) FROM answers ORDER BY key")
            try all.forEach { (row) throws(DatabaseFault) in
                if let row = IndexRow(row) { body(row) }
                return true
            }
        }
    }

    package var bytes: Int {
        // What was written of late lies in the log beside it.
        [path, path + "-wal"].reduce(0) { sum, path in
            var status = stat()
            return unsafe stat(path, &status) == 0 ? sum + Int(status.st_size) : sum
        }
    }

    /// Has SQLite go through the whole file; gives what it finds wrong.
    package func integrityFaults() throws(IndexFault) -> [String] {
        try file.with { (tables) throws(DatabaseFault) in
            var faults: [String] = []
            var check = try tables.database.prepare("PRAGMA integrity_check")
            try check.forEach { (row) throws(DatabaseFault) in
                if let text = row.first?.text, text != "ok" { faults.append(text) }
                return true
            }
            return faults
        }
    }

    private static func fault(_ fault: DatabaseFault, _ path: String) -> IndexFault {
        if fault.isLocked { return IndexFault(mayPass: true, words: "The index \(path) is locked by another process") }
        let advice = fault.isBroken ? "; move it away, and it is made anew" : ""
        return IndexFault(mayPass: false, words: "The index \(path) cannot be used: \(fault.words)\(advice)")
    }
}

extension IndexRow {
    /// What is read of a row, those of an entry first.
    static let columns =
        "receipt, problem, etag, last_modified, fresh_until, keep_until, source, profile, rulebook, key, origin"

    /// Reads these columns; `nil` when they cannot be read.
    init?(_ row: [Column]) {
        guard let entry = IndexEntry(row), let source = row[6].text, let profile = row[7].text,
            let rulebook = row[8].text, let name = row[9].text
        else { return nil }
        self.init(
            name: name, origin: row[10].text, source: source, profile: profile, rulebook: rulebook, entry: entry)
    }
}

extension IndexEntry {
    /// Reads a row of receipt, problem, etag, last_modified, fresh_until, keep_until; `nil` when it cannot be read.
    fileprivate init?(_ row: [Column]) {
        let decoder = JSONDecoder()
        func decoded<Value: Decodable>(_ column: Column, as type: Value.Type) -> Value? {
            column.text.flatMap { try? decoder.decode(type, from: Data($0.utf8)) }
        }
        let answer: Answer
        if let receipt = decoded(row[0], as: Receipt.self) {
            answer = .receipt(receipt)
        } else if let problem = decoded(row[1], as: PreparationError.self) {
            answer = .problem(problem)
        } else {
            return nil
        }
        self.init(
            answer, validator: Validator(etag: row[2].text, lastModified: row[3].text),
            freshUntil: row[4].integer ?? 0, keepUntil: row[5].integer ?? 0)
    }
}
