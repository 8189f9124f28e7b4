internal import AttachmentModel
internal import Databases
internal import Handover

/// The jobs of a service in an SQLite file of its state folder; its calls block.
final class JobStore: Sendable {
    private struct Tables: ~Copyable {
        var add: Statement
        var end: Statement
        var find: Statement
        var open: Statement
        var count: Statement
        var sweep: Statement
        let database: Database
    }

    private static let schema = Schema([
        """
        CREATE TABLE jobs (
            id TEXT PRIMARY KEY, job_order BLOB NOT NULL, made_at INTEGER NOT NULL, ended_at INTEGER, attachment TEXT)
            WITHOUT ROWID;
        CREATE INDEX jobs_by_end ON jobs (ended_at);
        """
    ])

    private let file: TableFile<Tables, PreparationError>

    /// Opens or makes the file in a state folder; `configuration-machine` when that cannot be done.
    init(in folder: String) throws(PreparationError) {
        guard Folder.make(folder, mode: 0o700) else {
            throw PreparationError(.configurationMachine, "The folder \(folder) cannot be made")
        }
        file = try TableFile(at: folder + "/jobs.sqlite", Self.schema, inWords: Self.problem) {
            (database) throws(DatabaseFault) in
            Tables(
                add: try database.prepare("INSERT INTO jobs VALUES (?, ?, ?, NULL, NULL)"),
                end: try database.prepare("UPDATE jobs SET ended_at = ?, attachment = ? WHERE id = ?"),
                find: try database.prepare("SELECT * FROM jobs WHERE id = ?"),
                open: try database.prepare("SELECT id FROM jobs WHERE ended_at IS NULL ORDER BY made_at"),
                count: try database.prepare("SELECT count(*) FROM jobs WHERE ended_at IS NULL"),
                sweep: try database.prepare("DELETE FROM jobs WHERE ended_at < ?"), database: database)
        }
    }

    func add(_ job: Job) throws(PreparationError) {
        try file.with { (tables) throws(DatabaseFault) in
            try tables.add.run(.text(job.id), .bytes(job.order), .integer(job.madeAt))
        }
    }

    func end(_ id: String, at time: Int, attachment: String) throws(PreparationError) {
        try file.with { (tables) throws(DatabaseFault) in
            try tables.end.run(.integer(time), .text(attachment), .text(id))
        }
    }

    func job(_ id: String) throws(PreparationError) -> Job? {
        try file.with { (tables) throws(DatabaseFault) in try tables.find.first(.text(id)).flatMap(Job.init) }
    }

    /// The names of the jobs that are not done, oldest first.
    func open() throws(PreparationError) -> [String] {
        try file.with { (tables) throws(DatabaseFault) in
            var names: [String] = []
            try tables.open.forEach { row in
                if let name = row.first?.text { names.append(name) }
                return true
            }
            return names
        }
    }

    func openCount() throws(PreparationError) -> Int {
        try file.with { (tables) throws(DatabaseFault) in try tables.count.first()?.first?.integer ?? 0 }
    }

    /// Forgets the jobs that had ended before an instant.
    func forget(endedBefore time: Int) throws(PreparationError) {
        try file.with { (tables) throws(DatabaseFault) in try tables.sweep.run(.integer(time)) }
    }

    private static func problem(_ fault: DatabaseFault) -> PreparationError {
        PreparationError(.configurationMachine, "The file of jobs cannot be used: \(fault.words)")
    }
}

extension Job {
    /// Reads a row of the table.
    fileprivate init?(_ row: [Column]) {
        guard row.count == 5, let id = row[0].text, let order = row[1].bytes, let madeAt = row[2].integer else {
            return nil
        }
        self.init(id: id, order: order, madeAt: madeAt, endedAt: row[3].integer, attachment: row[4].text)
    }
}
