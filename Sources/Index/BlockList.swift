internal import Databases
internal import Handover
internal import Synchronization

/// What was withdrawn, in an SQLite file of its own that any number of processes share; its calls block.
///
/// It is not part of the index: that may be lost or left out, this may not.
package final class BlockList: Sendable {
    /// What was withdrawn at once, and is allowed again at once.
    package struct Act: Hashable, Sendable {
        /// When, in seconds since 1970.
        package let time: Int
        package let keys: [BlockKey]
    }

    /// What came of allowing something again.
    package struct Release: Hashable, Sendable {
        /// What may be published again.
        package var allowed: [BlockKey] = []
        /// What another act still holds, and whatever else that act withdrew; itself where that is nothing.
        package var kept: [Kept] = []
    }

    /// Something that is still withdrawn.
    package struct Kept: Hashable, Sendable {
        package let key: BlockKey
        package let with: [BlockKey]
    }

    private struct State: ~Copyable {
        var find: Statement
        let database: Database
    }

    private static let schema = Schema([
        """
        CREATE TABLE withdrawn (
            key TEXT NOT NULL, act INTEGER NOT NULL, time INTEGER NOT NULL, shown TEXT NOT NULL, extension TEXT,
            PRIMARY KEY (key, act)) WITHOUT ROWID;
        CREATE INDEX withdrawn_by_act ON withdrawn (act);
        """,
        // To purge once more what the index has forgotten; one on each line.
        "ALTER TABLE withdrawn ADD COLUMN urls TEXT",
    ])

    private let path: String
    private let state: Mutex<State>

    /// The file in a state folder.
    package static func path(in folder: String) -> String { folder + "/withdrawn.sqlite" }

    /// Opens or makes the list in a state folder.
    package init(in folder: String) throws(IndexFault) {
        path = Self.path(in: folder)
        guard Folder.make(folder, mode: 0o700) else {
            throw IndexFault(mayPass: false, words: "The folder \(folder) cannot be made")
        }
        do throws(DatabaseFault) {
            let database = try Database(at: path)
            try Self.schema.apply(to: database)
            // What was withdrawn must not come back with a power cut.
            try database.run("PRAGMA synchronous=FULL")
            state = Mutex(
                State(find: try database.prepare("SELECT 1 FROM withdrawn WHERE key = ?"), database: database))
        } catch {
            throw Self.fault(error, path)
        }
    }

    package func contains(_ key: BlockKey) throws(IndexFault) -> Bool {
        try withState { (state) throws(DatabaseFault) in try state.find.first(.text(key.text)) != nil }
    }

    /// Adds what is withdrawn at once.
    package func add(_ keys: [BlockKey], at time: Int) throws(IndexFault) {
        try withState { (state) throws(DatabaseFault) in
            try Self.atOnce(state.database) { (database) throws(DatabaseFault) in
                var last = try database.prepare("SELECT max(act) FROM withdrawn")
                let act = (try last.first()?.first?.integer ?? 0) + 1
                var put = try database.prepare("INSERT OR IGNORE INTO withdrawn VALUES (?, ?, ?, ?, ?, ?)")
                for key in keys {
                    try put.run(
                        .text(key.text), .integer(act), .integer(time), .text(key.shown), Column(key.fileExtension),
                        .text(key.urls.joined(separator: "\n")))
                }
            }
        }
    }

    /// Allows again all that was withdrawn together with any of some keys, unless another act holds it too.
    package func remove(_ keys: [BlockKey]) throws(IndexFault) -> Release {
        try withState { (state) throws(DatabaseFault) in
            var release = Release()
            try Self.atOnce(state.database) { (database) throws(DatabaseFault) in
                var find = try database.prepare("SELECT act FROM withdrawn WHERE key = ?")
                var acts: Set<Int> = []
                for key in keys {
                    try find.forEach([.text(key.text)]) { (row) throws(DatabaseFault) in
                        if let act = row.first?.integer { acts.insert(act) }
                        return true
                    }
                }
                var delete = try database.prepare("DELETE FROM withdrawn WHERE act = ?")
                var removed: [BlockKey] = []
                for act in acts.sorted() {
                    removed += try Self.acts(database, where: "act = ?", [.integer(act)]).flatMap(\.keys)
                    try delete.run(.integer(act))
                }
                for key in BlockKey.distinct(removed) {
                    let holders = try Self.together(database, with: [key])
                    if holders.isEmpty {
                        release.allowed.append(key)
                    } else {
                        let others = holders.filter { $0 != key }
                        release.kept.append(Kept(key: key, with: others.isEmpty ? [key] : others))
                    }
                }
            }
            return release
        }
    }

    /// All of it, in the order in which it was withdrawn.
    package func acts() throws(IndexFault) -> [Act] {
        try withState { (state) throws(DatabaseFault) in try Self.acts(state.database, where: "1", []) }
    }

    /// All that was withdrawn together with any of some keys, those among it, each with what is known of it.
    package func together(with keys: [BlockKey]) throws(IndexFault) -> [BlockKey] {
        try withState { (state) throws(DatabaseFault) in try Self.together(state.database, with: keys) }
    }

    private static func together(
        _ database: borrowing Database, with keys: [BlockKey]
    ) throws(DatabaseFault) -> [BlockKey] {
        var found: [BlockKey] = []
        for key in keys {
            let condition = "act IN (SELECT act FROM withdrawn WHERE key = ?)"
            found += try acts(database, where: condition, [.text(key.text)]).flatMap(\.keys)
        }
        return BlockKey.distinct(found)
    }

    private static func acts(
        _ database: borrowing Database, where condition: String, _ values: [Column]
    ) throws(DatabaseFault) -> [Act] {
        var query = try database.prepare(
            "SELECT act, time, key, shown, extension, urls FROM withdrawn WHERE \(condition) ORDER BY act, key")
        var acts: [(number: Int, act: Act)] = []
        try query.forEach(values) { (row) throws(DatabaseFault) in
            guard let number = row[0].integer, let time = row[1].integer, let text = row[2].text,
                let shown = row[3].text
            else { return true }
            let urls = (row[5].text ?? "").split(separator: "\n").map(String.init)
            let key = BlockKey(text: text, shown: shown, fileExtension: row[4].text, urls: urls)
            let before = acts.last?.number == number ? acts.removeLast().act.keys : []
            acts.append((number, Act(time: time, keys: before + [key])))
            return true
        }
        return acts.map(\.act)
    }

    /// Does several statements or none of them.
    private static func atOnce(
        _ database: borrowing Database, _ body: (borrowing Database) throws(DatabaseFault) -> Void
    ) throws(DatabaseFault) {
        try database.run("BEGIN IMMEDIATE")
        do throws(DatabaseFault) {
            try body(database)
            try database.run("COMMIT")
        } catch {
            try? database.run("ROLLBACK")
            throw error
        }
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
        IndexFault(
            mayPass: fault.isLocked, words: "The list of what was withdrawn, \(path), cannot be used: \(fault.words)")
    }
}
