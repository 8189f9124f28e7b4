internal import AttachmentModel
internal import Databases
internal import Foundation
internal import Index
internal import TestSupport
internal import Testing

struct ReceiptIndexTests {
    private func key(_ source: String, _ profile: AttachmentProfile = .push, rulebook: String = "1") throws -> IndexKey
    {
        try present(IndexKey(MediaSource(source), profile: profile, rulebook: rulebook))
    }

    private func receipt(_ digest: String) -> Receipt {
        Receipt(
            id: "1", url: "https://c/x.jpg", digest: digest, expiresAt: "2030-01-01T00:00:00Z",
            facts: MediaFacts(kind: .jpeg, bytes: 9), source: SourceSummary(url: "https://a/x", digest: "in"),
            origin: nil, path: .render, rulebook: "1")
    }

    private func entry(_ digest: String, keepUntil: Int = 100) -> IndexEntry {
        IndexEntry(
            .receipt(receipt(digest)), validator: Validator(etag: "\"v1\"", lastModified: nil), freshUntil: 50,
            keepUntil: keepUntil)
    }

    @Test func `what was put is found, by this index and by another one on the same file`() async throws {
        try await TemporaryFolder.with { folder in
            let (one, other) = (
                try ReceiptIndex(in: folder + "/deep/state"), try ReceiptIndex(in: folder + "/deep/state")
            )
            let refusal = IndexEntry(.problem(PreparationError(.mediaCorrupt)), freshUntil: 7, keepUntil: 7)
            try one.put(entry("ab"), for: try key("https://a/x"))
            try other.put(refusal, for: try key("https://a/y"))
            #expect(try other.entry(for: try key("https://a/x")) == entry("ab"))
            #expect(try one.entry(for: try key("https://a/y")) == refusal)
            #expect(try one.entry(for: try key("https://a/z")) == nil)
        }
    }

    @Test func `what is put again is what counts, whether it is only renewed or changed`() async throws {
        try await TemporaryFolder.with { folder in
            let index = try ReceiptIndex(in: folder)
            let key = try key("https://a/x")
            let refusal = IndexEntry(.problem(PreparationError(.mediaCorrupt)), freshUntil: 7, keepUntil: 7)
            for entry in [entry("ab"), entry("ab", keepUntil: 500), entry("cd"), refusal, entry("cd")] {
                try index.put(entry, for: key)
                #expect(try index.entry(for: key) == entry)
                #expect(try index.keepUntil(digest: "ab") == (entry.digest == "ab" ? entry.keepUntil : nil))
            }
        }
    }

    @Test func `another profile, other rules or another query is another answer`() throws {
        let keys = [
            try key("https://a/x"), try key("https://a/x", .lite), try key("https://a/x", rulebook: "2"),
            try key("https://a/x?y"), try key("x"),
        ]
        #expect(Set(keys.map(\.text)).count == keys.count)
        #expect(IndexKey(.bytes([1]), profile: .push, rulebook: "1") == nil)
        #expect(IndexKey(.standardInput, profile: .push, rulebook: "1") == nil)
    }

    @Test func `no secret of a link is in the file`() async throws {
        try await TemporaryFolder.with { folder in
            let index = try ReceiptIndex(in: folder)
            try index.put(entry("ab"), for: try key("https://user:hidden1@a/x?token=hidden2"))
            for file in TemporaryFolder.files(below: folder) {
                let content = try Data(contentsOf: URL(filePath: folder + "/" + file))
                #expect(content.range(of: Data("hidden".utf8)) == nil, "\(file)")
            }
        }
    }

    @Test func `a published file stays for the longest of those that speak of it`() async throws {
        try await TemporaryFolder.with { folder in
            let index = try ReceiptIndex(in: folder)
            try index.put(entry("ab", keepUntil: 100), for: try key("https://a/1"))
            try index.put(entry("ab", keepUntil: 300), for: try key("https://a/2"))
            try index.put(entry("cd", keepUntil: 200), for: try key("https://a/3"))
            #expect(try index.keepUntil(digest: "ab") == 300)
            #expect(try index.keepUntil(digest: "ef") == nil)
            #expect(try index.forget(before: 250) == 2)
            #expect(try index.keepUntil(digest: "cd") == nil && index.keepUntil(digest: "ab") == 300)
        }
    }

    @Test func `a file that is no index, or a later one, is told and left as it is`() async throws {
        try await TemporaryFolder.with { folder in
            let file = URL(filePath: folder + "/index.sqlite")
            try Data("nothing of the kind, but long enough to be looked at".utf8).write(to: file)
            let broken = #expect(throws: IndexFault.self) { _ = try ReceiptIndex(in: folder) }
            #expect(broken?.mayPass == false && broken?.words.contains("move it away") == true)
            try FileManager.default.removeItem(at: file)
            try Database(at: folder + "/index.sqlite").run("PRAGMA user_version = 99")
            let later = #expect(throws: IndexFault.self) { _ = try ReceiptIndex(in: folder) }
            #expect(later?.words.contains("later version") == true)
        }
    }

    @Test func `an index that another process holds locked may be there again for the next item`() async throws {
        try await TemporaryFolder.with { folder in
            let index = try ReceiptIndex(in: folder)
            let other = try Database(at: folder + "/index.sqlite")
            try other.run("BEGIN IMMEDIATE")
            let fault = #expect(throws: IndexFault.self) { try index.put(entry("ab"), for: try key("https://a/1")) }
            #expect(fault?.mayPass == true)
            try other.run("ROLLBACK")
            try index.put(entry("ab"), for: try key("https://a/1"))
            #expect(try index.integrityFaults().isEmpty)
        }
    }
}
