internal import AttachmentModel
internal import FlowControl
internal import Foundation
internal import Index
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import Fleet

/// What a fleet shares besides its jobs.
struct FleetMemoryTests {
    private func key(_ source: String) throws -> IndexKey {
        try present(IndexKey(MediaSource(source), profile: .push, rulebook: "1"))
    }

    private func entry(_ digest: String, of bytes: String = "in", keepUntil: Int = 100) -> IndexEntry {
        let receipt = Receipt(
            id: "1", url: "https://c/x.jpg", digest: digest, expiresAt: "2030-01-01T00:00:00Z",
            facts: MediaFacts(kind: .jpeg, bytes: 9), source: SourceSummary(url: "https://a/x", digest: bytes),
            origin: nil, path: .render, rulebook: "1")
        return IndexEntry(
            .receipt(receipt), validator: Validator(etag: "\"v1\"", lastModified: nil), freshUntil: 50,
            keepUntil: keepUntil)
    }

    @Test func `what one machine puts, another finds`() async throws {
        try await FleetBench.with { bench in
            let one = try FleetIndex(try bench.queue(), life: .seconds(3_600))
            let other = try FleetIndex(try bench.queue(), life: .seconds(3_600))
            let refusal = IndexEntry(.problem(PreparationError(.mediaCorrupt)), freshUntil: 7, keepUntil: 7)
            try one.put(entry("ab"), for: try key("https://a/x?token=hidden"))
            try other.put(refusal, for: try key("https://a/y"))
            #expect(try other.entry(for: try key("https://a/x?token=hidden")) == entry("ab"))
            #expect(try one.entry(for: try key("https://a/y")) == refusal)
            #expect(try one.entry(for: try key("https://a/z")) == nil)
            try other.put(entry("ac"), for: try key("https://a/y"))
            #expect(try one.entry(for: try key("https://a/y")) == entry("ac"))
            #expect(try one.bytes > 0)

            let rows = Mutex<[String]>([])
            try one.forEach { row in rows.withLock { $0.append("\(row.source) \(row.entry.digest ?? "")") } }
            #expect(rows.withLock { $0.sorted() } == ["https://a/x?… ab", "https://a/y ac"])
        }
    }

    @Test func `a file stays as long as the latest answer about it says`() async throws {
        try await FleetBench.with { bench in
            let index = try FleetIndex(try bench.queue(), life: .seconds(3_600))
            #expect(try FleetIndex(try bench.queue(), life: .seconds(1)).keepUntil(digest: "ab") == nil)
            for number in 0..<600 {
                try index.put(entry("d\(number)", keepUntil: number), for: try key("https://a/\(number)"))
            }
            try index.put(entry("d7", keepUntil: 9_000), for: try key("https://b/7"))
            #expect(try index.keepUntil(digest: "d7") == 9_000)
            #expect(try index.keepUntil(digest: "d599") == 599 && index.keepUntil(digest: "none") == nil)
        }
    }

    @Test func `what is withdrawn is found by its source, its bytes or a variant, and forgotten`() async throws {
        try await FleetBench.with { bench in
            let index = try FleetIndex(try bench.queue(), life: .seconds(3_600))
            let named = try present(
                IndexKey(MediaSource("https://a/x"), profile: .push, rulebook: "1", origin: "https://a/x"))
            var made = entry("ab")
            if case .receipt(var receipt) = made.answer {
                let poster = Variant.Rendition(
                    url: "https://c/v.jpg", digest: "v", facts: MediaFacts(kind: .jpeg, bytes: 4), path: .render,
                    steps: [], lost: [], crop: nil)
                receipt.variants = [Variant(name: "poster", outcome: .success(poster))]
                made.answer = .receipt(receipt)
            }
            try index.put(made, for: named)
            try index.put(entry("cd"), for: try key("https://a/y"))
            #expect(try index.keepUntil(digest: "v") == 100)
            for key in [BlockKey(origin: "https://a/x", shown: ""), BlockKey(digest: "v")] {
                #expect(try index.rows(about: [key]).map(\.entry.digest) == ["ab"])
            }
            let both = try index.rows(about: [BlockKey(digest: "in")])
            #expect(both.count == 2)
            try index.put(entry("ef", of: "other"), for: try key("https://a/z"))
            try index.forget(both)
            #expect(try index.entry(for: named) == nil && index.entry(for: try key("https://a/y")) == nil)
            #expect(try index.entry(for: try key("https://a/z")) == entry("ef", of: "other"))
            #expect(try index.rows(about: [BlockKey(digest: "in")]).isEmpty)
        }
    }

    @Test func `a published file is found without going through the index, as the answer has it that told of it last`()
        async throws
    {
        try await FleetBench.with { bench in
            let index = try FleetIndex(try bench.queue(), life: .seconds(3_600))
            func found(_ digest: String) throws -> [String] { try index.rows(publishing: digest).map(\.source) }
            #expect(try found("ab").isEmpty)
            for name in ["x", "y"] { try index.put(entry("ab", of: "in"), for: try key("https://a/\(name)")) }
            #expect(try found("ab") == ["https://a/y"])
            // The bytes of a source are no published file.
            #expect(try found("in").isEmpty)
            // That answer is another one now.
            try index.put(entry("cd"), for: try key("https://a/y"))
            #expect(try found("ab").isEmpty && found("cd") == ["https://a/y"])
            try index.forget(try index.rows(publishing: "cd"))
            #expect(try found("cd").isEmpty)
        }
    }

    @Test func `what is withdrawn is looked for in what has come since, and the rest is read once`() async throws {
        try await FleetBench.with { bench in
            let index = try FleetIndex(try bench.queue(), life: .seconds(3_600))
            let asked = [BlockKey(digest: "in")]
            for number in 0..<300 {
                try index.put(entry("d\(number)", of: "other"), for: try key("https://a/\(number)"))
            }
            #expect(try index.rows(about: asked).isEmpty && index.read == 300)
            try index.put(entry("ab"), for: try key("https://b/"))
            // Put again, it is elsewhere.
            try index.put(entry("cd"), for: try key("https://a/7"))
            for _ in 0..<2 {
                #expect(try Set(index.rows(about: asked).map(\.entry.digest)) == ["ab", "cd"])
                #expect(index.read == 302)
            }
            #expect(try index.rows(about: [BlockKey(digest: "d7")]).isEmpty)
            #expect(try index.rows(about: [BlockKey(digest: "other")]).count == 299)
        }
    }

    @Test func `an older affix neither gives nor destroys what a newer one has put`() async throws {
        try await FleetBench.with { bench in
            let queue = try bench.queue()
            let index = try FleetIndex(queue, life: .seconds(3_600))
            let key = try key("https://a/x")
            let bucket = try queue.streams.bucket(queue.layout.index, isOnDisk: true, replicas: 1, life: 0)
            try bucket.put(Array("of tomorrow".utf8), under: "v2." + key.text)
            try bucket.put(Array("damaged".utf8), under: "v1." + key.text)
            #expect(try index.entry(for: key) == nil)
            try index.put(entry("ab"), for: key)
            #expect(try index.entry(for: key) == entry("ab"))
            #expect(try bucket.value(of: "v2." + key.text)?.bytes == Array("of tomorrow".utf8))
            let count = Mutex(0)
            try index.forEach { _ in count.withLock { $0 += 1 } }
            #expect(count.withLock { $0 } == 1)
        }
    }

    @Test func `a server that has gone is told, and does not stop the work`() async throws {
        try await FleetBench.with { bench in
            let index = try FleetIndex(try bench.queue(), life: .seconds(3_600))
            let pace = try FleetPace(try bench.queue(), perSecond: 10)
            bench.server.kill(node: 0)
            #expect(throws: IndexFault.self) {
                // The connection learns of it within a moment.
                for _ in 0..<1_000 { _ = try index.entry(for: try key("https://a/x")) }
            }
            for _ in 0..<20 { #expect(await pace.pause(before: "h:443") < .seconds(60)) }
        }
    }

    @Test func `two machines together keep to the pace of a host, with few questions`() async throws {
        try await FleetBench.with { bench in
            let paces = [
                try FleetPace(try bench.queue(), perSecond: 20), try FleetPace(try bench.queue(), perSecond: 20),
            ]
            let visits = 40
            let clock = ContinuousClock.now
            let starts = await withTaskGroup(of: Duration.self) { group in
                for pace in paces {
                    for _ in 0..<visits {
                        group.addTask {
                            let pause = await pace.pause(before: "h:443")
                            return clock.duration(to: .now) + pause
                        }
                    }
                }
                return await group.reduce(into: [Duration]()) { $0.append($1) }.sorted()
            }
            // 80 starts, 50 ms apart by all machines together: the last is due after 79 intervals.
            let last = try #require(starts.last)
            #expect(last >= .seconds(3.5), "\(starts.suffix(3))")
            let questions = paces.reduce(0) { $0 + $1.questions }
            #expect(questions <= 2 * visits, "\(questions)")
            #expect(await paces[0].pause(before: "other:443") == .zero)
        }
    }

    @Test func `a bucket's value is replaced only by who knows it`() async throws {
        try await FleetBench.with { bench in
            let queue = try bench.queue()
            let bucket = try queue.streams.bucket("b", isOnDisk: false, replicas: 1, life: 0)
            #expect(try bucket.value(of: "k") == nil)
            let first = try #require(try bucket.replace(0, with: [1], under: "k"))
            #expect(try bucket.replace(0, with: [2], under: "k") == nil)
            let second = try #require(try bucket.replace(first, with: [3], under: "k"))
            #expect(try bucket.replace(first, with: [4], under: "k") == nil)
            let found = try #require(try bucket.value(of: "k"))
            #expect(found.bytes == [3] && found.revision == second)
        }
    }
}
