internal import CSQLite

/// An open SQLite file, closed when its owner goes.
///
/// SQLite itself keeps threads apart (it is opened in serialised mode), so an owner may change threads; a transaction
/// however belongs to the whole connection, so whoever uses one holds the only reference.
@safe package struct Database: ~Copyable, Sendable {
    private nonisolated(unsafe) let connection: OpaquePointer?

    /// Opens or makes a file.
    ///
    /// Its log is written ahead (WAL), so that readers do not wait for a writer and a killed process harms nothing.
    ///
    /// - Parameters:
    ///   - path: the file; its folder must be there. `nil` is a database in memory.
    ///   - patience: how long one call waits while another process writes.
    package init(at path: String?, patience: Duration = .seconds(5)) throws(DatabaseFault) {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
        let code = unsafe sqlite3_open_v2(path ?? ":memory:", &opened, flags, nil)
        unsafe connection = opened
        guard code == SQLITE_OK else { throw fault(code) }
        let (seconds, attoseconds) = patience.components
        _ = unsafe sqlite3_busy_timeout(
            connection, Int32(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
        // NORMAL under WAL never breaks a file, not even at a power cut: only the last transactions may then be missing.
        try run("PRAGMA journal_mode=WAL")
        try run("PRAGMA synchronous=NORMAL")
    }

    deinit {
        // Statements that are still there keep it half open until they go.
        _ = unsafe sqlite3_close_v2(connection)
    }

    /// Does one or more statements that take and give nothing.
    package func run(_ sql: String) throws(DatabaseFault) {
        let code = unsafe sqlite3_exec(connection, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw fault(code) }
    }

    /// Does several things or none of them, whoever else writes.
    package func atOnce(_ body: (borrowing Database) throws(DatabaseFault) -> Void) throws(DatabaseFault) {
        try run("BEGIN IMMEDIATE")
        do throws(DatabaseFault) {
            try body(self)
            try run("COMMIT")
        } catch {
            try? run("ROLLBACK")
            throw error
        }
    }

    /// Makes a statement that is run again and again, with values in place of its question marks.
    package func prepare(_ sql: String) throws(DatabaseFault) -> Statement {
        var made: OpaquePointer?
        let code = unsafe sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil)
        guard code == SQLITE_OK else { throw fault(code) }
        return unsafe Statement(owning: made)
    }

    /// Rows that the last statement changed.
    package var changes: Int { Int(unsafe sqlite3_changes64(connection)) }

    /// The number the owner of the file has given its tables; 0 in a new file.
    package func schemaVersion() throws(DatabaseFault) -> Int {
        var statement = try prepare("PRAGMA user_version")
        return try statement.first()?.first?.integer ?? 0
    }

    private func fault(_ code: Int32) -> DatabaseFault {
        guard let text = unsafe sqlite3_errmsg(connection) else { return DatabaseFault(code, "SQLite error \(code)") }
        return DatabaseFault(code, unsafe String(cString: text))
    }
}
