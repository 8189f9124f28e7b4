internal import AttachmentModel
internal import Databases
internal import Foundation
internal import Index
internal import TestSupport
internal import Testing

struct BlockListTests {
    private static let source = BlockKey(source: "link https://a/x?token=hidden", shown: "https://a/x?…")
    private static let made = BlockKey(digest: "ab", fileExtension: "jpg")

    @Test func `what is added is there, for this list and for another one on the same file`() async throws {
        try await TemporaryFolder.with { folder in
            let (one, other) = (try BlockList(in: folder + "/state"), try BlockList(in: folder + "/state"))
            try one.add([Self.source, Self.made], at: 7)
            #expect(try other.contains(BlockKey(source: "link https://a/x?token=hidden", shown: "")))
            #expect(try other.contains(BlockKey(digest: "ab")))
            #expect(try !other.contains(BlockKey(digest: "cd")))
            #expect(try !other.contains(BlockKey(source: "ab", shown: "")))
            try one.add([BlockKey(digest: "ab"), BlockKey(digest: "ef")], at: 8)
            let together = try other.together(with: [BlockKey(digest: "ab")])
            #expect(Set(together) == [Self.source, Self.made, BlockKey(digest: "ef")] && together.count == 3)
            #expect(together.first { $0 == Self.made }?.fileExtension == "jpg")
        }
    }

    @Test func `what another act still holds is told, with what it went with`() async throws {
        try await TemporaryFolder.with { folder in
            let list = try BlockList(in: folder)
            try list.add([Self.source, Self.made], at: 7)
            try list.add([Self.source, Self.made], at: 8)
            try list.add([Self.made], at: 9)
            let release = try list.remove([Self.source])
            #expect(release.allowed == [Self.source], "once, although it was withdrawn twice")
            #expect(release.kept.map(\.key) == [Self.made] && release.kept.map(\.with) == [[Self.made]])
        }
    }

    @Test func `what went together is allowed together, and nothing else`() async throws {
        try await TemporaryFolder.with { folder in
            let list = try BlockList(in: folder)
            let other = BlockKey(digest: "cd")
            try list.add([Self.source, Self.made], at: 7)
            try list.add([other, Self.made], at: 8)
            #expect(try list.acts().map(\.time) == [7, 8])
            let release = try list.remove([Self.source])
            #expect(release.allowed == [Self.source])
            #expect(release.kept.map(\.key) == [Self.made] && release.kept.map(\.with) == [[other]])
            #expect(try !list.contains(Self.source) && list.contains(Self.made) && list.contains(other))
            #expect(try list.remove([Self.source]).allowed.isEmpty)
            #expect(try list.acts().map(\.keys) == [[Self.made, other]])
        }
    }

    @Test func `no secret of a link is in the file`() async throws {
        try await TemporaryFolder.with { folder in
            let list = try BlockList(in: folder)
            try list.add([Self.source], at: 7)
            for file in TemporaryFolder.files(below: folder) {
                let content = try Data(contentsOf: URL(filePath: folder + "/" + file))
                #expect(content.range(of: Data("hidden".utf8)) == nil, "\(file)")
            }
        }
    }

    private func receipt(_ digest: String, of bytes: String) -> Receipt {
        Receipt(
            id: "1", url: "https://c/x.jpg", digest: digest, expiresAt: "2030-01-01T00:00:00Z",
            facts: MediaFacts(kind: .jpeg, bytes: 9), source: SourceSummary(url: "https://a/x", digest: bytes),
            origin: nil, path: .render, rulebook: "1")
    }

    @Test func `all that was made of a source is found by it, by its bytes and by what was made`() async throws {
        try await TemporaryFolder.with { folder in
            let index = try ReceiptIndex(in: folder)
            for (link, profile, digest) in [
                ("https://a/x", AttachmentProfile.push, "d1"), ("https://a/x", .lite, "d2"),
                ("https://b/y", .push, "d1"),
            ] {
                let key = try present(IndexKey(.link(link), profile: profile, rulebook: "1", origin: link))
                try index.put(
                    IndexEntry(.receipt(receipt(digest, of: "in")), freshUntil: 0, keepUntil: 9), for: key)
            }
            #expect(try index.traces(ofOrigin: "https://a/x").count == 2)
            #expect(try index.traces(ofDigest: "in").count == 3)
            let found = try index.traces(ofDigest: "d1")
            #expect(Set(found.map(\.origin)) == ["https://a/x", "https://b/y"])
            try index.forget(found)
            #expect(try index.traces(ofDigest: "in").count == 1)
        }
    }

    @Test func `an index of an earlier version is brought up to date, and its bytes are known`() async throws {
        try await TemporaryFolder.with { folder in
            do {
                let database = try Database(at: folder + "/index.sqlite")
                try database.run(
                    """
                    CREATE TABLE answers (
                        key TEXT PRIMARY KEY, source TEXT NOT NULL, profile TEXT NOT NULL, rulebook TEXT NOT NULL,
                        digest TEXT, receipt TEXT, problem TEXT, etag TEXT, last_modified TEXT,
                        fresh_until INTEGER NOT NULL, keep_until INTEGER NOT NULL) WITHOUT ROWID;
                    PRAGMA user_version = 1;
                    """)
                var put = try database.prepare(
                    "INSERT INTO answers VALUES ('k', 's', 'push', '1', 'd', ?, NULL, NULL, NULL, 0, 9)")
                let json = String(decoding: try JSONEncoder().encode(receipt("d", of: "in")), as: UTF8.self)
                try put.run(.text(json))
            }
            let index = try ReceiptIndex(in: folder)
            #expect(try index.keepUntil(digest: "d") == 9)
            #expect(try index.traces(ofDigest: "in").map(\.origin) == [nil])
        }
    }
}
