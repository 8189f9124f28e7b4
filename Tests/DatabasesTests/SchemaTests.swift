internal import Databases
internal import TestSupport
internal import Testing

struct SchemaTests {
    private static let steps = ["CREATE TABLE t (a)", "ALTER TABLE t ADD COLUMN b; INSERT INTO t VALUES (1, 2)"]

    private func columns(_ database: borrowing Database) throws -> Int {
        var count = try database.prepare("SELECT count(*) FROM pragma_table_info('t')")
        return try count.first()?.first?.integer ?? -1
    }

    @Test func `a file of an earlier version is brought up to date, what is in it stays`() async throws {
        try await TemporaryFolder.with { folder in
            let database = try Database(at: folder + "/x")
            try Schema(Array(Self.steps.prefix(1))).apply(to: database)
            try database.run("INSERT INTO t VALUES (7)")
            try Schema(Self.steps).apply(to: database)
            try Schema(Self.steps).apply(to: database)
            var sum = try database.prepare("SELECT sum(a), count(*) FROM t")
            let row = try sum.first()
            #expect(row == [.integer(8), .integer(2)])
        }
    }

    @Test func `a step that fails leaves everything as it was`() throws {
        let database = try Database(at: nil)
        #expect(throws: DatabaseFault.self) { try Schema(Self.steps + ["nonsense"]).apply(to: database) }
        let (version, count) = (try database.schemaVersion(), try columns(database))
        #expect(version == 0 && count == 0)
    }

    @Test func `a version that is none is a broken file, and ends nothing else`() throws {
        let database = try Database(at: nil)
        try database.run("PRAGMA user_version = -1")
        let fault = #expect(throws: DatabaseFault.self) { try Schema(Self.steps).apply(to: database) }
        #expect(fault?.isBroken == true)
    }

    @Test func `a file of a later version is not touched`() throws {
        let database = try Database(at: nil)
        try database.run("PRAGMA user_version = 3")
        #expect(throws: DatabaseFault.self) { try Schema(Self.steps).apply(to: database) }
        let count = try columns(database)
        #expect(count == 0)
    }
}
