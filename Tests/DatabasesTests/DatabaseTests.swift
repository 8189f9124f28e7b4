internal import Databases
internal import Foundation
internal import TestSupport
internal import Testing

struct DatabaseTests {
    @Test(arguments: [
        Column.null, .integer(-7), .integer(.max), .text("päck\u{1F4E6}"), .text(""), .bytes([0, 255, 1]),
    ])
    func `a value comes out as it went in`(value: Column) throws {
        let database = try Database(at: nil)
        try database.run("CREATE TABLE t (v)")
        var put = try database.prepare("INSERT INTO t VALUES (?)")
        try put.run(value)
        var get = try database.prepare("SELECT v FROM t")
        let row = try get.first()
        #expect(row == [value])
    }

    @Test func `a statement runs again with other values`() throws {
        let database = try Database(at: nil)
        try database.run("CREATE TABLE t (v)")
        var put = try database.prepare("INSERT INTO t VALUES (?)")
        for number in 0..<5 { try put.run(.integer(number)) }
        var sum = 0
        var all = try database.prepare("SELECT v FROM t WHERE v < ? ORDER BY v")
        try all.forEach([.integer(4)]) { (row) throws(DatabaseFault) in
            sum += row[0].integer ?? 0
            return row[0].integer != 2
        }
        #expect(sum == 3)
    }

    @Test func `a file that is no database is called broken`() async throws {
        try await TemporaryFolder.with { folder in
            try Data("this is not what SQLite writes".utf8).write(to: URL(filePath: folder + "/x"))
            let fault = #expect(throws: DatabaseFault.self) { _ = try Database(at: folder + "/x").schemaVersion() }
            #expect(fault?.isBroken == true && fault?.isLocked == false)
        }
    }

    @Test func `what another connection writes for longer than we wait is called locked`() async throws {
        try await TemporaryFolder.with { folder in
            let one = try Database(at: folder + "/x")
            let other = try Database(at: folder + "/x", patience: .milliseconds(10))
            try one.run("CREATE TABLE t (v); BEGIN IMMEDIATE")
            let fault = #expect(throws: DatabaseFault.self) { try other.run("INSERT INTO t VALUES (1)") }
            #expect(fault?.isLocked == true && fault?.isBroken == false)
        }
    }

    @Test func `a database without room for more says so`() throws {
        let database = try Database(at: nil)
        try database.run("PRAGMA max_page_count = 2; CREATE TABLE t (a)")
        let fault = #expect(throws: DatabaseFault.self) {
            try database.run("INSERT INTO t VALUES (zeroblob(100000))")
        }
        #expect(fault?.isFull == true)
    }
}
