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
            let together = try other.withdrawals().together(with: [BlockKey(digest: "ab")])
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
            #expect(try list.withdrawals().acts.map(\.time) == [7, 8])
            let release = try list.remove([Self.source])
            #expect(release.allowed == [Self.source])
            #expect(release.kept.map(\.key) == [Self.made] && release.kept.map(\.with) == [[other]])
            #expect(try !list.contains(Self.source) && list.contains(Self.made) && list.contains(other))
            #expect(try list.remove([Self.source]).allowed.isEmpty)
            #expect(try list.withdrawals().acts.map(\.keys) == [[Self.made, other]])
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

    private func variant(_ digest: String) -> Variant {
        Variant(
            name: "lite",
            outcome: .success(
                Variant.Rendition(
                    url: "https://c/v.jpg", digest: digest, facts: MediaFacts(kind: .jpeg, bytes: 4), path: .render,
                    steps: [], lost: [], crop: nil)))
    }

    @Test func `an answer is found, and its files are kept, by its variants too`() async throws {
        try await TemporaryFolder.with { folder in
            let index = try ReceiptIndex(in: folder)
            let key = try present(IndexKey(.link("https://a/x"), profile: .push, rulebook: "1"))
            var made = receipt("d", of: "in")
            for digest in ["v1", "v2"] {
                made.variants = [
                    variant(digest), Variant(name: "poster", outcome: .failure(PreparationError(.deadline))),
                ]
                try index.put(IndexEntry(.receipt(made), freshUntil: 0, keepUntil: 9), for: key)
                #expect(try index.keepUntil(digest: digest) == 9)
                let found = try #require(try index.rows(about: [BlockKey(digest: digest)]).first)
                #expect(Set(found.keys) == Set(["in", "d", digest].map { BlockKey(digest: $0) }))
                #expect(found.keys.last?.urls == ["https://c/v.jpg"])
            }
            #expect(try index.keepUntil(digest: "v1") == nil, "it is made otherwise now")
            #expect(try index.forget(before: 10) == 1)
            #expect(try index.keepUntil(digest: "v2") == nil)
        }
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
            #expect(try index.rows(about: [BlockKey(origin: "https://a/x", shown: "")]).count == 2)
            #expect(try index.rows(about: [BlockKey(digest: "in")]).count == 3)
            let found = try index.rows(about: [BlockKey(digest: "d1"), BlockKey(digest: "d1")])
            #expect(found.map(\.origin).sorted { $0 ?? "" < $1 ?? "" } == ["https://a/x", "https://b/y"])
            try index.forget(found)
            #expect(try index.rows(about: [BlockKey(digest: "in")]).count == 1)
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
                var receipt = receipt("d", of: "in")
                receipt.variants = [variant("v")]
                let json = String(decoding: try JSONEncoder().encode(receipt), as: UTF8.self)
                try put.run(.text(json))
            }
            let index = try ReceiptIndex(in: folder)
            #expect(try index.keepUntil(digest: "d") == 9)
            #expect(try index.rows(about: [BlockKey(digest: "in")]).map(\.origin) == [nil])
            #expect(try index.rows(about: [BlockKey(digest: "v")]).count == 1)
        }
    }
}
