internal import AttachmentModel
internal import Databases
internal import FlowControl
internal import Handover
internal import Synchronization

/// The jobs of a service in an SQLite file of its state folder; its calls block.
final class JobStore: Sendable {
    private struct Tables: ~Copyable {
        var add: Statement
        var end: Statement
        var find: Statement
        var open: Statement
        var count: Statement
        var waiting: Statement
        var untold: Statement
        var sweep: Statement
        var callbacks: Statement
        var putOff: Statement
        var close: Statement
        let database: Database
    }

    private static let schema = Schema([
        """
        CREATE TABLE jobs (
            id TEXT PRIMARY KEY, job_order BLOB NOT NULL, made_at INTEGER NOT NULL, ended_at INTEGER, attachment TEXT)
            WITHOUT ROWID;
        CREATE INDEX jobs_by_end ON jobs (ended_at);
        """,
        // Whom to tell of a job's end, how often that was tried in vain, and when it is tried again.
        """
        ALTER TABLE jobs ADD COLUMN callback TEXT;
        ALTER TABLE jobs ADD COLUMN callback_tries INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE jobs ADD COLUMN callback_at INTEGER;
        CREATE INDEX jobs_by_callback ON jobs (callback_at) WHERE callback_at IS NOT NULL;
        """,
        "ALTER TABLE jobs ADD COLUMN trace TEXT",
    ])

    private let file: TableFile<Tables, PreparationError>
    private let onTrouble: (@Sendable (String) -> Void)?
    private let told = Mutex<Set<String>>([])

    /// Opens or makes the file in a state folder; `configuration-machine` when that cannot be done.
    ///
    /// - Parameter onTrouble: hears, once for each, why something cannot be written yet.
    init(in folder: String, onTrouble: (@Sendable (String) -> Void)? = nil) throws(PreparationError) {
        self.onTrouble = onTrouble
        guard Folder.make(folder, mode: 0o700) else {
            throw PreparationError(.configurationMachine, "The folder \(folder) cannot be made")
        }
        file = try TableFile(at: folder + "/jobs.sqlite", Self.schema, inWords: Self.problem) {
            (database) throws(DatabaseFault) in
            Tables(
                add: try database.prepare(
                    "INSERT INTO jobs (id, job_order, made_at, callback, trace) VALUES (?, ?, ?, ?, ?)"),
                end: try database.prepare(
                    """
                    UPDATE jobs SET ended_at = ?1, attachment = ?2, callback_at = iif(callback IS NULL, NULL, ?1)
                    WHERE id = ?3
                    """),
                find: try database.prepare(
                    "SELECT id, job_order, callback, made_at, ended_at, attachment, trace FROM jobs WHERE id = ?"),
                open: try database.prepare("SELECT id FROM jobs WHERE ended_at IS NULL ORDER BY made_at"),
                count: try database.prepare(
                    "SELECT count(*) FROM jobs WHERE ended_at IS NULL OR callback_at IS NOT NULL"),
                waiting: try database.prepare("SELECT count(*), min(made_at) FROM jobs WHERE ended_at IS NULL"),
                untold: try database.prepare("SELECT count(*) FROM jobs WHERE callback_at IS NOT NULL"),
                sweep: try database.prepare("DELETE FROM jobs WHERE ended_at < ? AND callback_at IS NULL"),
                callbacks: try database.prepare(
                    """
                    SELECT id, callback, callback_tries, callback_at FROM jobs WHERE callback_at IS NOT NULL
                    ORDER BY callback_at
                    """),
                putOff: try database.prepare("UPDATE jobs SET callback_tries = ?, callback_at = ? WHERE id = ?"),
                close: try database.prepare("UPDATE jobs SET callback = NULL, callback_at = NULL WHERE id = ?"),
                database: database)
        }
    }

    func add(_ job: Job) throws(PreparationError) {
        try file.with { (tables) throws(DatabaseFault) in
            try tables.add.run(
                .text(job.id), .bytes(job.order), .integer(job.madeAt), Column(job.callback), Column(job.trace))
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

    /// Jobs that are still to be done, or whose end is still to be told.
    func openCount() throws(PreparationError) -> Int {
        try file.with { (tables) throws(DatabaseFault) in try tables.count.first()?.first?.integer ?? 0 }
    }

    /// What is still to be done and to be told.
    func backlog() throws(PreparationError) -> JobBacklog {
        try file.with { (tables) throws(DatabaseFault) in
            let row = try tables.waiting.first()
            return JobBacklog(
                waiting: row?[0].integer ?? 0, oldest: row?[1].integer,
                callbacks: try tables.untold.first()?.first?.integer ?? 0)
        }
    }

    /// Who has not been told of a job's end yet, the most urgent first.
    func callbacks() throws(PreparationError) -> [Callback] {
        try file.with { (tables) throws(DatabaseFault) in
            var callbacks: [Callback] = []
            try tables.callbacks.forEach { row in
                if let id = row[0].text, let link = row[1].text, let tries = row[2].integer, let time = row[3].integer {
                    callbacks.append(Callback(id: id, link: link, tries: tries, time: time))
                }
                return true
            }
            return callbacks
        }
    }

    /// Keeps how often somebody was told in vain, and when it is tried again.
    func putOff(_ callback: Callback) throws(PreparationError) {
        try file.with { (tables) throws(DatabaseFault) in
            try tables.putOff.run(.integer(callback.tries), .integer(callback.time), .text(callback.id))
        }
    }

    /// Nobody is to be told of a job any more.
    func closeCallback(of id: String) throws(PreparationError) {
        try file.with { (tables) throws(DatabaseFault) in try tables.close.run(.text(id)) }
    }

    /// Forgets the jobs that had ended before an instant, but for those of which somebody must still be told.
    func forget(endedBefore time: Int) throws(PreparationError) {
        try file.with { (tables) throws(DatabaseFault) in try tables.sweep.run(.integer(time)) }
    }

    static func problem(_ fault: DatabaseFault) -> PreparationError {
        if fault.isLocked {
            return PreparationError(
                .overloaded, "The file of jobs is locked by another program", stage: .configuration,
                retryAfter: .seconds(5), advice: "Try again later")
        }
        return PreparationError(
            fault.isFull ? .publishNoSpace : .configurationMachine, "The file of jobs cannot be used: \(fault.words)")
    }

    /// Makes a call until it succeeds: a full disk and a lock pass, and nobody else would do it.
    func insist<Value: Sendable>(
        _ body: @escaping @Sendable (JobStore) throws(PreparationError) -> Value
    ) async -> Value {
        var pause = Duration.milliseconds(100)
        while true {
            do throws(PreparationError) {
                return try await BlockingLane().run { () throws(PreparationError) in try body(self) }
            } catch {
                let isNew = told.withLock { $0.insert(error.message).inserted }
                if isNew { onTrouble?(error.message + " It is tried again and again.") }
                try? await Task.sleep(for: pause)
                pause = min(pause * 2, Self.longestPause)
            }
        }
    }

    private static let longestPause = Duration.seconds(10)
}

extension Job {
    /// Reads a row of the table.
    fileprivate init?(_ row: [Column]) {
        guard row.count == 7, let id = row[0].text, let order = row[1].bytes, let madeAt = row[3].integer else {
            return nil
        }
        self.init(
            id: id, order: order, callback: row[2].text, trace: row[6].text, madeAt: madeAt, endedAt: row[4].integer,
            attachment: row[5].text)
    }
}
