internal import Databases
internal import Digests
internal import FoundationEssentials
internal import Glibc

/// Which items the journal has answered, as hashes in a database beside it: a million of them take no memory.
///
/// The journal alone counts. The set says up to where it has read the journal; what came later is read when it is
/// opened, and when its place does not fit the journal any more it is made anew.
struct DoneSet: ~Copyable {
    /// Grows with every change to the tables; a set of another version is made anew.
    private static let schema = 2
    /// Bytes before the place that tell whether the journal is still the same.
    private static let tailBytes = 256

    private let database: Database
    private let run: Int
    private var findItem: Statement
    private var putItem: Statement
    private var findWork: Statement
    private var putWork: Statement
    private var putPlace: Statement
    /// Lines of the journal that could not be read.
    private(set) var unreadable = 0
    /// Whether a later version of affix has written into the journal: then nothing of it may be built on.
    private(set) var isOfLater = false

    /// Opens the set beside a journal and brings it up to date.
    static func open(beside path: String, _ journal: borrowing Journal) throws(DatabaseFault) -> DoneSet {
        let file = path + ".done"
        if let set = try? made(at: file, journal) { return set }
        for name in [file, file + "-wal", file + "-shm"] { _ = unsafe unlink(name) }
        if let set = try? made(at: file, journal) { return set }
        // No room or no right to write beside the journal: it works as well in memory, for this run.
        return try made(at: nil, journal)
    }

    private static func made(at file: String?, _ journal: borrowing Journal) throws(DatabaseFault) -> DoneSet {
        let database = try Database(at: file)
        if try database.schemaVersion() != schema { try database.run(tables) }
        var place = try database.prepare("SELECT at, tail, run FROM place")
        let row = try place.first() ?? [.integer(0), .null, .integer(0)]
        var set = DoneSet(
            run: (row[2].integer ?? 0) + 1,
            findItem: try database.prepare("SELECT state, run, at FROM items WHERE item = ?"),
            putItem: try database.prepare("INSERT OR REPLACE INTO items VALUES (?, ?, ?, ?)"),
            findWork: try database.prepare("SELECT at, count FROM works WHERE work = ?"),
            putWork: try database.prepare("INSERT OR REPLACE INTO works VALUES (?, ?, ?)"),
            putPlace: try database.prepare("UPDATE place SET at = ?, tail = ?, run = ?"), database: database)
        try set.bringUpToDate(journal, from: row[0].integer ?? 0, tail: row[1].text)
        return set
    }

    private init(
        run: Int, findItem: consuming Statement, putItem: consuming Statement, findWork: consuming Statement,
        putWork: consuming Statement, putPlace: consuming Statement, database: consuming Database
    ) {
        self.run = run
        self.findItem = findItem
        self.putItem = putItem
        self.findWork = findWork
        self.putWork = putWork
        self.putPlace = putPlace
        self.database = database
    }

    private static let tables = """
        BEGIN;
        DROP TABLE IF EXISTS items; DROP TABLE IF EXISTS works; DROP TABLE IF EXISTS place;
        CREATE TABLE items (item BLOB PRIMARY KEY, state INTEGER, run INTEGER, at INTEGER) WITHOUT ROWID;
        CREATE TABLE works (work BLOB PRIMARY KEY, at INTEGER, count INTEGER) WITHOUT ROWID;
        CREATE TABLE place (at INTEGER, tail TEXT, run INTEGER);
        INSERT INTO place VALUES (0, '', 0);
        PRAGMA user_version = \(schema);
        COMMIT
        """

    private mutating func bringUpToDate(
        _ journal: borrowing Journal, from place: Int, tail: String?
    ) throws(DatabaseFault) {
        try database.run("BEGIN; DELETE FROM works")
        if place <= journal.end, tail == Self.tail(of: journal, before: place) {
            try catchUp(journal, from: place)
        } else {
            try database.run("DELETE FROM items")
            try catchUp(journal, from: 0)
        }
        // The next run must find that out as well.
        if !isOfLater { try commit(journal) }
    }

    /// How an item stands, and whether it came to that in this run.
    mutating func state(of item: Fingerprint) throws(DatabaseFault) -> (state: ItemState, isOfThisRun: Bool)? {
        guard let row = try findItem.first(.bytes(item.bytes)), let number = row[0].integer,
            let state = ItemState(rawValue: number)
        else { return nil }
        return (state, row[1].integer == run)
    }

    /// Where the line of an item begins that counts, as it is the last of them.
    mutating func place(ofItem item: Fingerprint) throws(DatabaseFault) -> Int? {
        try findItem.first(.bytes(item.bytes))?[2].integer
    }

    /// Where the journal has the answer to a piece of work that was done in this run.
    mutating func place(of work: Fingerprint) throws(DatabaseFault) -> (at: Int, count: Int)? {
        guard let row = try findWork.first(.bytes(work.bytes)), let at = row[0].integer, let count = row[1].integer
        else { return nil }
        return (at, count)
    }

    /// Notes a line that now stands in the journal.
    mutating func note(
        _ item: Fingerprint, _ state: ItemState, work: Fingerprint?, at place: Int, count: Int
    ) throws(DatabaseFault) {
        try putItem.run(.bytes(item.bytes), .integer(state.rawValue), .integer(run), .integer(place))
        if let work { try putWork.run(.bytes(work.bytes), .integer(place), .integer(count)) }
    }

    /// Keeps what was noted, up to the present end of the journal.
    mutating func commit(_ journal: borrowing Journal) throws(DatabaseFault) {
        try putPlace.run(.integer(journal.end), .text(Self.tail(of: journal, before: journal.end)), .integer(run))
        try database.run("COMMIT; BEGIN")
    }

    /// Ends the work on it, and folds SQLite's log into the file; what was not committed is read from the journal again.
    ///
    /// A log that stays costs nothing but its place, so that a failure is no trouble.
    mutating func finish() {
        try? database.run("ROLLBACK")
        try? database.run("PRAGMA journal_mode=DELETE")
    }

    private mutating func catchUp(_ journal: borrowing Journal, from place: Int) throws(DatabaseFault) {
        let decoder = JSONDecoder()
        try journal.forEachLine(from: place) { (line, start) throws(DatabaseFault) in
            guard let mark = try? decoder.decode(JournalMark.self, from: Data(line)),
                let item = Fingerprint(text: mark.item)
            else { return unreadable += 1 }
            if mark.isLater { isOfLater = true }
            // Earlier runs are all the same: 0 is none that will ever ask.
            try putItem.run(
                .bytes(item.bytes), .integer(ItemState(status: mark.status).rawValue), .integer(0), .integer(start))
        }
    }

    private static func tail(of journal: borrowing Journal, before place: Int) -> String {
        let count = min(tailBytes, place)
        return SHA256.digest(of: String(decoding: journal.bytes(at: place - count, count: count), as: UTF8.self))
    }
}
