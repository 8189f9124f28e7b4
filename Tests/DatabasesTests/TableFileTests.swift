internal import Databases
internal import Foundation
internal import TestSupport
internal import Testing

struct TableFileTests {
    private struct Tables: ~Copyable {
        var count: Statement
        let database: Database
    }

    private struct Told: Error, Equatable { let isBroken: Bool }

    private func file(_ path: String) throws -> TableFile<Tables, Told> {
        try TableFile(at: path, Schema(["CREATE TABLE t (a UNIQUE)"]), inWords: { Told(isBroken: $0.isBroken) }) {
            (database) throws(DatabaseFault) in
            Tables(count: try database.prepare("SELECT count(*) FROM t"), database: database)
        }
    }

    @Test func `several things are done or none of them, and what goes wrong is told in the owner's words`()
        async throws
    {
        try await TemporaryFolder.with { folder in
            let file = try file(folder + "/x")
            for (statement, count) in [("INSERT INTO t VALUES (2)", 2), ("INSERT INTO t VALUES (1)", 2)] {
                let insert = {
                    try file.with { (tables) throws(DatabaseFault) in
                        try tables.database.atOnce { (database) throws(DatabaseFault) in
                            try database.run("INSERT OR IGNORE INTO t VALUES (1), (9)")
                            try database.run(statement)
                            try database.run("DELETE FROM t WHERE a = 9")
                        }
                    }
                }
                if statement.contains("(1)") {
                    #expect(throws: Told(isBroken: false)) { try insert() }
                } else {
                    try insert()
                }
                let rows = try file.with { (tables) throws(DatabaseFault) in try tables.count.first()?.first?.integer }
                #expect(rows == count)
            }
            try "no database at all".write(toFile: folder + "/y", atomically: true, encoding: .utf8)
            #expect(throws: Told(isBroken: true)) { _ = try self.file(folder + "/y") }
        }
    }
}
