internal import CSQLite

/// A statement made ready once and run many times, by one owner at a time.
@safe package struct Statement: ~Copyable, Sendable {
    private nonisolated(unsafe) let statement: OpaquePointer?

    init(owning statement: OpaquePointer?) {
        unsafe self.statement = statement
    }

    deinit {
        _ = unsafe sqlite3_finalize(statement)
    }

    /// Runs a statement whose rows nobody wants.
    package mutating func run(_ values: Column...) throws(DatabaseFault) { try run(values) }

    /// The same.
    package mutating func run(_ values: [Column]) throws(DatabaseFault) {
        defer { reset() }
        try bind(values)
        while try step() {}
    }

    /// Runs it and gives its first row, if there is one.
    package mutating func first(_ values: Column...) throws(DatabaseFault) -> [Column]? {
        defer { reset() }
        try bind(values)
        return try step() ? row() : nil
    }

    /// Runs it and lends each row; `body` says whether to go on.
    package mutating func forEach(
        _ values: [Column] = [], _ body: ([Column]) throws(DatabaseFault) -> Bool
    ) throws(DatabaseFault) {
        defer { reset() }
        try bind(values)
        while try step() {
            guard try body(row()) else { return }
        }
    }

    private func bind(_ values: [Column]) throws(DatabaseFault) {
        for (index, value) in values.enumerated() {
            let place = Int32(index + 1)
            let code =
                switch value {
                case .null: unsafe sqlite3_bind_null(statement, place)
                case .integer(let number): unsafe sqlite3_bind_int64(statement, place, Int64(number))
                case .text(let text):
                    unsafe affix_sqlite_bind_text(statement, place, text, Int32(clamping: text.utf8.count))
                case .bytes(let bytes):
                    unsafe bytes.withUnsafeBytes {
                        unsafe affix_sqlite_bind_blob(statement, place, $0.baseAddress, Int32(clamping: $0.count))
                    }
                }
            guard code == SQLITE_OK else { throw fault(code) }
        }
    }

    /// Whether there is another row.
    private func step() throws(DatabaseFault) -> Bool {
        let code = unsafe sqlite3_step(statement)
        guard code == SQLITE_ROW || code == SQLITE_DONE else { throw fault(code) }
        return code == SQLITE_ROW
    }

    private func row() -> [Column] {
        var columns: [Column] = []
        for place in 0..<(unsafe sqlite3_column_count(statement)) { columns.append(column(place)) }
        return columns
    }

    private func column(_ place: Int32) -> Column {
        switch unsafe sqlite3_column_type(statement, place) {
        case SQLITE_INTEGER: return .integer(Int(unsafe sqlite3_column_int64(statement, place)))
        case SQLITE_TEXT:
            guard let text = unsafe sqlite3_column_text(statement, place) else { return .null }
            return .text(unsafe String(cString: text))
        case SQLITE_BLOB:
            let count = Int(unsafe sqlite3_column_bytes(statement, place))
            guard let start = unsafe sqlite3_column_blob(statement, place) else { return .bytes([]) }
            return .bytes(unsafe Array(UnsafeRawBufferPointer(start: start, count: count)))
        default: return .null
        }
    }

    /// Makes it ready for the next run, and forgets the values.
    private func reset() {
        _ = unsafe sqlite3_reset(statement)
        _ = unsafe sqlite3_clear_bindings(statement)
    }

    private func fault(_ code: Int32) -> DatabaseFault {
        guard let text = unsafe sqlite3_errmsg(unsafe sqlite3_db_handle(statement)) else {
            return DatabaseFault(code, "SQLite error \(code)")
        }
        return DatabaseFault(code, unsafe String(cString: text))
    }
}
