internal import CSQLite

/// Why SQLite did not do what it was asked.
package struct DatabaseFault: Error, Hashable, Sendable {
    /// SQLite's own result code, without its extension.
    package let code: Int32
    /// SQLite's own words.
    package let words: String

    init(_ code: Int32, _ words: String) {
        self.code = code < 0 ? code : code & 0xFF
        self.words = words
    }

    /// A file that a later version of affix has made is left as it is.
    static let newer = DatabaseFault(-1, "a later version of affix has made it")

    /// A version that no affix writes: whatever else stands in the file is not to be trusted either.
    static let nonsense = DatabaseFault(SQLITE_CORRUPT, "its version is none")

    /// Whether the file is no database, or a broken one: waiting does not help, making it anew does.
    package var isBroken: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_SCHEMA, SQLITE_FORMAT].contains(code) }

    /// Whether there is no room for it on the disk.
    package var isFull: Bool { code == SQLITE_FULL }

    /// Whether another process keeps it locked for longer than we wait.
    package var isLocked: Bool { [SQLITE_BUSY, SQLITE_LOCKED].contains(code) }
}
