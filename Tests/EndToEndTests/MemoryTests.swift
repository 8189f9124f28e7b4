import Affix
import AttachmentModel
import Databases
import Foundation
import MediaSamples
import Synchronization
import TestSupport
import Testing

/// What is remembered across runs, seen from the host: how often it was asked, and for what.
struct MemoryTests {
    /// A preparer that remembers, as a new process would have it each time.
    private struct Bench {
        let folder: String
        let troubles: Troubles

        final class Troubles: Sendable {
            let words = Mutex<[String]>([])
        }

        func prepare(_ source: MediaSource, base: String = "https://cdn.example.com/push") async throws -> Receipt {
            var configuration = PreparerConfiguration()
            configuration.shelf = folder + "/shelf"
            configuration.state = folder + "/state"
            configuration.baseURL = base
            configuration.allowAddresses = ["127.0.0.1"]
            configuration.workerPath = Products.path(of: "affix-worker")
            configuration.budgets = .provoking()
            configuration.remembers = true
            configuration.onTrouble = { [troubles] words in troubles.words.withLock { $0.append(words) } }
            return try await Preparer(configuration).prepare(AttachmentRequest(source, timeout: .seconds(60)))
        }
    }

    private func bench(_ body: (Bench) async throws -> Void) async throws {
        try await TemporaryFolder.with { try await body(Bench(folder: $0, troubles: Bench.Troubles())) }
    }

    private static func photo(_ headers: [String]) throws -> LoopbackOrigin.Answer {
        .ok(try MediaSample.photo1200x800.bytes, headers: headers)
    }

    private static let unchanged = LoopbackOrigin.Answer([
        LoopbackOrigin.Answer.head("304 Not Modified", ["ETag: \"v1\""])
    ])

    @Test func `an unchanged source costs one conditional request and no rendering`() async throws {
        try await bench { bench in
            let answers = [try Self.photo(["ETag: \"v1\""]), Self.unchanged]
            try await LoopbackOrigin.serving(inTurn: answers) { origin in
                let first = try await bench.prepare(.link(origin.url()))
                let second = try await bench.prepare(.link(origin.url()))
                #expect(!first.remembered && second.remembered)
                #expect(second.digest == first.digest && second.url == first.url && second.id == first.id)
                #expect(second.timings.render == 0)
                #expect(origin.requests.count == 2)
                #expect(origin.requests[1].contains("If-None-Match: \"v1\""))
            }
        }
    }

    @Test func `within what Cache-Control allows the host is not asked at all`() async throws {
        try await bench { bench in
            try await LoopbackOrigin.serving(try Self.photo(["Cache-Control: max-age=600"])) { origin in
                _ = try await bench.prepare(.link(origin.url()))
                let second = try await bench.prepare(.link(origin.url()), base: "https://other.example.com")
                #expect(second.remembered && second.attempts == 0 && origin.requests.count == 1)
                #expect(second.url.hasPrefix("https://other.example.com/"))
            }
        }
    }

    @Test func `the same bytes are not rendered again, whatever the host forgets to say`() async throws {
        try await bench { bench in
            try await LoopbackOrigin.serving(try Self.photo([])) { origin in
                _ = try await bench.prepare(.link(origin.url()))
                #expect(try await bench.prepare(.link(origin.url())).remembered)
                #expect(origin.requests.count == 2)
            }
            let file = MediaSource.file(path: MediaSample.photo1200x800.path)
            _ = try await bench.prepare(file)
            #expect(try await bench.prepare(file).remembered)
        }
    }

    @Test func `a changed file is prepared anew`() async throws {
        try await bench { bench in
            let other = LoopbackOrigin.Answer.ok(try MediaSample.orientation6.bytes, headers: ["ETag: \"v2\""])
            try await LoopbackOrigin.serving(inTurn: [try Self.photo(["ETag: \"v1\""]), other, Self.unchanged]) {
                origin in
                let first = try await bench.prepare(.link(origin.url()))
                let second = try await bench.prepare(.link(origin.url()))
                #expect(!second.remembered && second.digest != first.digest)
                #expect(try await bench.prepare(.link(origin.url())).digest == second.digest)
                #expect(origin.requests[2].contains("\"v2\""))
            }
        }
    }

    @Test func `what has gone from the shelf is made again`() async throws {
        try await bench { bench in
            try await LoopbackOrigin.serving(try Self.photo(["ETag: \"v1\"", "Cache-Control: max-age=600"])) { origin in
                let first = try await bench.prepare(.link(origin.url()))
                try FileManager.default.removeItem(atPath: bench.folder + "/shelf")
                let second = try await bench.prepare(.link(origin.url()))
                #expect(!second.remembered && second.digest == first.digest)
                #expect(!origin.requests[1].contains("If-None-Match"))
                #expect(TemporaryFolder.files(below: bench.folder + "/shelf").count == 1)
            }
        }
    }

    @Test(arguments: [("404 Not Found", 1), ("503 Service Unavailable", 6)])
    func `a refusal is remembered for a while, a failure that may pass is not`(status: String, requests: Int)
        async throws
    {
        try await bench { bench in
            try await LoopbackOrigin.serving(.status(status)) { origin in
                for _ in 0..<2 { _ = try? await bench.prepare(.link(origin.url())) }
                #expect(origin.requests.count == requests)
            }
        }
    }

    @Test func `when its time is over the host is asked again`() async throws {
        try await bench { bench in
            try await LoopbackOrigin.serving(inTurn: [.status("404 Not Found"), try Self.photo([])]) { origin in
                _ = try? await bench.prepare(.link(origin.url()))
                _ = try? await bench.prepare(.link(origin.url()))
                #expect(origin.requests.count == 1)
                try Database(at: bench.folder + "/state/index.sqlite").run("UPDATE answers SET fresh_until = 1")
                _ = try await bench.prepare(.link(origin.url()))
                #expect(origin.requests.count == 2)
            }
        }
    }

    @Test func `an index that somebody holds locked is told and keeps nothing from being prepared`() async throws {
        try await bench { bench in
            let source = MediaSource.file(path: MediaSample.photo1200x800.path)
            _ = try await bench.prepare(source)
            let other = try Database(at: bench.folder + "/state/index.sqlite")
            try other.run("BEGIN EXCLUSIVE")
            _ = try await bench.prepare(source)
            let words = bench.troubles.words.withLock { $0 }
            #expect(words.count == 1 && words[0].contains("is locked by another process"), "\(words)")
            try other.run("ROLLBACK")
            #expect(try await bench.prepare(source).remembered)
        }
    }

    @Test func `a broken index is told once and keeps nothing from being prepared`() async throws {
        try await bench { bench in
            try FileManager.default.createDirectory(atPath: bench.folder + "/state", withIntermediateDirectories: true)
            try Data("this is no index, whatever its name says".utf8)
                .write(to: URL(filePath: bench.folder + "/state/index.sqlite"))
            let receipt = try await bench.prepare(.file(path: MediaSample.photo1200x800.path))
            #expect(!receipt.remembered)
            let words = bench.troubles.words.withLock { $0 }
            #expect(words.count == 1 && words[0].contains("The work goes on without it"), "\(words)")
        }
    }

    @Test func `answering from memory makes the file stay`() async throws {
        try await bench { bench in
            let source = MediaSource.file(path: MediaSample.photo1200x800.path)
            _ = try await bench.prepare(source)
            let file = bench.folder + "/shelf/" + TemporaryFolder.files(below: bench.folder + "/shelf")[0]
            let old = Date.now.addingTimeInterval(-30 * 86_400)
            try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: file)
            #expect(try await bench.prepare(source).remembered)
            let time = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
            #expect((time ?? old).timeIntervalSinceNow > -3_600)
        }
    }
}
