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

        func prepare(
            _ source: MediaSource, base: String = "https://cdn.example.com/push", variants: [VariantRequest] = [],
            ffmpeg: String? = nil
        ) async throws -> Receipt {
            var configuration = PreparerConfiguration()
            configuration.shelf = folder + "/shelf"
            configuration.state = folder + "/state"
            configuration.baseURL = base
            configuration.allowAddresses = ["127.0.0.1"]
            configuration.workerPath = Products.path(of: "affix-worker")
            configuration.budgets = .provoking()
            configuration.remembers = true
            configuration.ffmpegPath = ffmpeg
            configuration.onTrouble = { [troubles] words in troubles.words.withLock { $0.append(words) } }
            return try await Preparer(configuration).prepare(
                AttachmentRequest(source, variants: variants, timeout: .seconds(60)))
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

    @Test func `variants are remembered with their source, and made again when one of them is gone`() async throws {
        try await bench { bench in
            let source = MediaSample.moovFirst.source
            let asked: [VariantRequest] = [.poster, .lite]
            let first = try await bench.prepare(source, variants: asked)
            let poster = try first.variants[0].outcome.get()
            let second = try await bench.prepare(source, base: "https://other.example.com", variants: asked)
            #expect(!first.remembered && second.remembered)
            #expect(try second.variants[0].outcome.get().digest == poster.digest)
            #expect(try second.variants[0].outcome.get().url.hasPrefix("https://other.example.com/"))
            #expect(try await !bench.prepare(source).remembered, "others were asked for")

            try FileManager.default.removeItem(
                atPath: bench.folder + "/shelf/" + poster.digest.prefix(2) + "/" + poster.digest + ".jpg")
            let third = try await bench.prepare(source, variants: asked)
            #expect(try !third.remembered && third.variants[0].outcome.get().digest == poster.digest)
        }
    }

    @Test(arguments: [(MediaSample.photoFitting, true), (.moovFirst, false)])
    func `a variant that failed is not tried again where the file is to blame`(
        sample: MediaSample, isRemembered: Bool
    ) async throws {
        try await bench { bench in
            for turn in 0..<2 {
                let receipt = try await bench.prepare(
                    sample.source, variants: [.poster], ffmpeg: "/nonexistent/ffmpeg")
                #expect(throws: PreparationError.self) { try receipt.variants[0].outcome.get() }
                #expect(receipt.remembered == (turn == 1 && isRemembered))
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

    @Test func `what has not changed is written anew once a day only`() async throws {
        try await bench { bench in
            let answers = [try Self.photo(["ETag: \"v1\""]), Self.unchanged]
            try await LoopbackOrigin.serving(inTurn: answers) { origin in
                _ = try await bench.prepare(.link(origin.url()))
                let index = try Database(at: bench.folder + "/state/index.sqlite")
                func number(_ sql: String) throws -> Int {
                    var statement = try index.prepare(sql)
                    return try statement.first()?.first?.integer ?? 0
                }
                let end = try number("SELECT keep_until FROM answers")
                let version = try number("PRAGMA data_version")
                #expect(try await bench.prepare(.link(origin.url())).remembered)
                #expect(try number("PRAGMA data_version") == version)
                try index.run("UPDATE answers SET keep_until = keep_until - 90000")
                #expect(try await bench.prepare(.link(origin.url())).remembered)
                #expect(try number("SELECT keep_until FROM answers") >= end)
                // Where it is served now is what a content network would have to forget.
                _ = try await bench.prepare(.link(origin.url()), base: "https://other.example.com")
                #expect(try number("SELECT count(*) FROM answers WHERE receipt LIKE '%other.example.com%'") == 1)
            }
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

    @Test(arguments: [1, 4_000_000_000])
    func `when its time is over, or a wrong clock has set it too far ahead, the host is asked again`(time: Int)
        async throws
    {
        try await bench { bench in
            try await LoopbackOrigin.serving(inTurn: [.status("404 Not Found"), try Self.photo([])]) { origin in
                _ = try? await bench.prepare(.link(origin.url()))
                _ = try? await bench.prepare(.link(origin.url()))
                #expect(origin.requests.count == 1)
                try Database(at: bench.folder + "/state/index.sqlite").run("UPDATE answers SET fresh_until = \(time)")
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
            #expect(try await bench.prepare(source).remembered, "nothing is to be written")
            _ = try await bench.prepare(.file(path: MediaSample.orientation6.path))
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
