internal import Databases
internal import Handover

/// What was withdrawn, in an SQLite file of its own that any number of processes share; its calls block.
///
/// It is not part of the index: that may be lost or left out, this may not.
package final class BlockList: BlockStore {
    private struct Tables: ~Copyable {
        var find: Statement
        var version: Statement
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

    private let file: TableFile<Tables, IndexFault>

    package var delay: Duration { .zero }

    /// The file in a state folder.
    package static func path(in folder: String) -> String { folder + "/withdrawn.sqlite" }

    /// Opens or makes the list in a state folder.
    package init(in folder: String) throws(IndexFault) {
        let path = Self.path(in: folder)
        guard Folder.make(folder, mode: 0o700) else {
            throw IndexFault(mayPass: false, words: "The folder \(folder) cannot be made")
        }
        file = try TableFile(at: path, Self.schema, inWords: { Self.fault($0, path) }) {
            (database) throws(DatabaseFault) in
            // What was withdrawn must not come back with a power cut.
            try database.run("PRAGMA synchronous=FULL")
            return Tables(
                find: try database.prepare("SELECT 1 FROM withdrawn WHERE key = ?"),
                version: try database.prepare("PRAGMA data_version"), database: database)
        }
    }

    package func contains(_ key: BlockKey) throws(IndexFault) -> Bool {
        try file.with { (tables) throws(DatabaseFault) in try tables.find.first(.text(key.text)) != nil }
    }

    package func revision() throws(IndexFault) -> String {
        try file.with { (tables) throws(DatabaseFault) in "\(try tables.version.first()?.first?.integer ?? 0)" }
    }

    package func add(_ keys: [BlockKey], at time: Int) throws(IndexFault) {
        try file.with { (tables) throws(DatabaseFault) in
            try tables.database.atOnce { (database) throws(DatabaseFault) in
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

    package func remove(_ keys: [BlockKey]) throws(IndexFault) -> Withdrawals.Release {
        try file.with { (tables) throws(DatabaseFault) in
            var release = Withdrawals.Release()
            try tables.database.atOnce { (database) throws(DatabaseFault) in
                let (acts, made) = try Self.withdrawals(database).release(of: keys)
                var delete = try database.prepare("DELETE FROM withdrawn WHERE act = ?")
                for act in acts { try delete.run(Column(Int(act.name))) }
                release = made
            }
            return release
        }
    }

    package func withdrawals() throws(IndexFault) -> Withdrawals {
        try file.with { (tables) throws(DatabaseFault) in try Self.withdrawals(tables.database) }
    }

    private static func withdrawals(_ database: borrowing Database) throws(DatabaseFault) -> Withdrawals {
        var query = try database.prepare(
            "SELECT act, time, key, shown, extension, urls FROM withdrawn ORDER BY act, key")
        var acts: [Withdrawals.Act] = []
        try query.forEach { (row) throws(DatabaseFault) in
            guard let number = row[0].integer, let time = row[1].integer, let text = row[2].text,
                let shown = row[3].text
            else { return true }
            let urls = (row[5].text ?? "").split(separator: "\n").map(String.init)
            let key = BlockKey(text: text, shown: shown, fileExtension: row[4].text, urls: urls)
            let before = acts.last?.name == String(number) ? acts.removeLast().keys : []
            acts.append(Withdrawals.Act(name: String(number), time: time, keys: before + [key]))
            return true
        }
        return Withdrawals(acts)
    }

    private static func fault(_ fault: DatabaseFault, _ path: String) -> IndexFault {
        IndexFault(
            mayPass: fault.isLocked, words: "The list of what was withdrawn, \(path), cannot be used: \(fault.words)")
    }
}
