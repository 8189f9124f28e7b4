internal import AttachmentModel
internal import Databases
internal import FoundationEssentials
internal import Glibc
internal import Handover
internal import Synchronization

/// Receipts that are remembered across runs, in an SQLite file that any number of processes share; its calls block.
package final class ReceiptIndex: AnswerStore {
    private struct State: ~Copyable {
        var find: Statement
        var put: Statement
        var keep: Statement
        var sweep: Statement
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
    ])

    private let path: String
    private let state: Mutex<State>

    package var place: String { path }

    /// Whether a state folder has an index.
    package static func exists(in folder: String) -> Bool {
        FileManager.default.fileExists(atPath: folder + "/index.sqlite")
    }

    /// Opens or makes the index in a state folder.
    package init(in folder: String) throws(IndexFault) {
        path = folder + "/index.sqlite"
        guard Folder.make(folder, mode: 0o700) else {
            throw IndexFault(mayPass: false, words: "The folder \(folder) cannot be made")
        }
        do throws(DatabaseFault) {
            let database = try Database(at: path, patience: Self.patience)
            try Self.schema.apply(to: database)
            let columns = "receipt, problem, etag, last_modified, fresh_until, keep_until"
            state = Mutex(
                State(
                    find: try database.prepare("SELECT \(columns) FROM answers WHERE key = ?"),
                    put: try database.prepare(
                        "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
                    keep: try database.prepare("SELECT max(keep_until) FROM answers WHERE digest = ?"),
                    sweep: try database.prepare("DELETE FROM answers WHERE keep_until < ?"), database: database))
        } catch {
            throw Self.fault(error, path)
        }
    }

    /// What is remembered under a key.
    package func entry(for key: IndexKey) throws(IndexFault) -> IndexEntry? {
        try withState { (state) throws(DatabaseFault) in try state.find.first(.text(key.text)).flatMap(IndexEntry.init)
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
        try withState { (state) throws(DatabaseFault) in
            try state.put.run(
                .text(key.text), .text(key.source), .text(key.profile), .text(key.rulebook), Column(entry.digest),
                Column(receipt), Column(problem), Column(entry.validator?.etag), Column(entry.validator?.lastModified),
                .integer(entry.freshUntil), .integer(entry.keepUntil), Column(key.origin), Column(entry.sourceDigest))
        }
    }

    /// Until when a published file must stay, in seconds since 1970; `nil` when nothing speaks of it.
    package func keepUntil(digest: String) throws(IndexFault) -> Int? {
        try withState { (state) throws(DatabaseFault) in try state.keep.first(.text(digest))?.first?.integer }
    }

    /// Forgets what nobody has asked for until an instant, in seconds since 1970; gives how many answers that were.
    package func forget(before instant: Int) throws(IndexFault) -> Int {
        try withState { (state) throws(DatabaseFault) in
            try state.sweep.run(.integer(instant))
            return state.database.changes
        }
    }

    /// Lends every row, in the order of the keys.
    package func forEach(_ body: (IndexRow) -> Void) throws(IndexFault) {
        try withState { (state) throws(DatabaseFault) in
            var all = try state.database.prepare(
                """
                SELECT receipt, problem, etag, last_modified, fresh_until, keep_until, source, profile, rulebook
                FROM answers ORDER BY key
                """)
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
        try withState { (state) throws(DatabaseFault) in
            var faults: [String] = []
            var check = try state.database.prepare("PRAGMA integrity_check")
            try check.forEach { (row) throws(DatabaseFault) in
                if let text = row.first?.text, text != "ok" { faults.append(text) }
                return true
            }
            return faults
        }
    }

    /// Lends the open file, for what is asked seldom.
    func withDatabase<Value: Sendable>(
        _ body: (borrowing Database) throws(DatabaseFault) -> Value
    ) throws(IndexFault) -> Value {
        try withState { (state) throws(DatabaseFault) in try body(state.database) }
    }

    private func withState<Value: Sendable>(
        _ body: (inout State) throws(DatabaseFault) -> Value
    ) throws(IndexFault) -> Value {
        let outcome = state.withLock { (state) -> Result<Value, DatabaseFault> in
            Result { () throws(DatabaseFault) in try body(&state) }
        }
        do throws(DatabaseFault) {
            return try outcome.get()
        } catch {
            throw Self.fault(error, path)
        }
    }

    private static func fault(_ fault: DatabaseFault, _ path: String) -> IndexFault {
        if fault.isLocked { return IndexFault(mayPass: true, words: "The index \(path) is locked by another process") }
        let advice = fault.isBroken ? "; move it away, and it is made anew" : ""
        return IndexFault(mayPass: false, words: "The index \(path) cannot be used: \(fault.words)\(advice)")
    }
}

extension IndexRow {
    /// Reads a row of an entry's columns, source, profile and rulebook; `nil` when it cannot be read.
    init?(_ row: [Column]) {
        guard let entry = IndexEntry(row), let source = row[6].text, let profile = row[7].text,
            let rulebook = row[8].text
        else { return nil }
        self.init(source: source, profile: profile, rulebook: rulebook, entry: entry)
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
