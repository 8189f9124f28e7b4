internal import Affix
internal import AttachmentModel
internal import FlowControl
internal import Foundation
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import Batching

/// Whole runs over a worker that answers by the name of its source: a code is that failure, anything else is ready.
struct BatchTests {
    @Test func `each item has one line, under its own name, and bad lines are told`() async throws {
        try await BatchBench.with { bench in
            let end = try await bench.run(
                #"{"id":"1","source":"a.jpg"}"# + "\n{}\n" + #"{"id":"2","source":"media-corrupt.jpg"}"#)
            #expect(bench.lines.sorted() == ["\(bench.folder)/manifest:2 refused", "1 ready", "2 refused"])
            #expect(end.tally.read == 3 && end.tally.badLines == 1 && end.stop == nil)
            #expect(end.tally.codes == ["source-invalid": 1, "media-corrupt": 1])
            // Whoever runs it again has not put the line right.
            let next = try await bench.run("{\"source\":\"a.jpg\"}\n{}\n")
            #expect(next.tally.badLines == 1 && next.tally.skipped == 1)
        }
    }

    @Test func `what has ended holds no memory while the rest goes on`() async throws {
        try await BatchBench.with { bench in
            let before = try Self.residentBytes
            let list = (0..<1_000).map { "\($0).jpg\n" }.joined()
            // Each item takes some hundred kilobytes for as long as it lasts.
            let end = try await bench.run(list, before: { _ in _ = await Self.descend(2_000) })
            #expect(end.tally.ready == 1_000)
            #expect(try Self.residentBytes - before < 100_000_000)
        }
    }

    private static func descend(_ steps: Int) async -> Int {
        steps == 0 ? 0 : await descend(steps - 1) + 1
    }

    private static var residentBytes: Int {
        get throws {
            let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
            return try #require(Int(text.split(separator: " ")[1])) * 4_096
        }
    }

    @Test func `a second run does only what may end otherwise`() async throws {
        try await BatchBench.with { bench in
            let list = "a.jpg\nmedia-corrupt.jpg\nfetch-status-5xx.jpg\n"
            _ = try await bench.run(list)
            bench.asked.withLock { $0 = [] }
            let end = try await bench.run(list)
            #expect(bench.asked.withLock { $0 } == ["fetch-status-5xx.jpg"])
            #expect(end.tally.skipped == 2 && end.tally.answered == 1 && end.tally.failed == 1)
            _ = try await bench.run(list, set: { $0.retriesRefused = true })
            #expect(
                bench.asked.withLock { $0.sorted() } == [
                    "fetch-status-5xx.jpg", "fetch-status-5xx.jpg", "media-corrupt.jpg",
                ])
        }
    }

    @Test(arguments: ["missing", "broken", "stale", "in another version"])
    func `what is done is known from the journal alone`(fate: String) async throws {
        try await BatchBench.with { bench in
            _ = try await bench.run("a.jpg\nb.jpg\n")
            let set = bench.journal + ".done"
            switch fate {
            case "missing": try FileManager.default.removeItem(atPath: set)
            case "broken": try Data("no database".utf8).write(to: URL(filePath: set))
            case "stale":
                let text = try String(contentsOfFile: bench.journal, encoding: .utf8)
                try Data(text.split(separator: "\n")[0].utf8 + [0x0A]).write(to: URL(filePath: bench.journal))
            default:
                try Self.age(set)
            }
            bench.asked.withLock { $0 = [] }
            _ = try await bench.run("a.jpg\nb.jpg\n")
            #expect(bench.asked.withLock { $0.count } == (fate == "stale" ? 1 : 0))
        }
    }

    @Test func `a journal that a later version has written to is left as it is`() async throws {
        try await BatchBench.with { bench in
            _ = try await bench.run("a.jpg\n")
            let later = #"{"item":"00112233445566778899aabbccddeeff","schema":99,"status":"ready"}"# + "\n"
            let text = try String(contentsOfFile: bench.journal, encoding: .utf8) + later
            #expect(text.contains(#""schema":1,"#))
            try Data(text.utf8).write(to: URL(filePath: bench.journal))
            for _ in 0..<2 {
                #expect(await problemCode { _ = try await bench.run("b.jpg\n") } == .configurationInvalid)
                #expect(try String(contentsOfFile: bench.journal, encoding: .utf8) == text)
            }
        }
    }

    /// Writes another schema version into the head of an SQLite file (file format, section 1.3.14: bytes 60 to 63).
    private static func age(_ file: String) throws {
        let handle = try FileHandle(forWritingTo: URL(filePath: file))
        try handle.seek(toOffset: 60)
        try handle.write(contentsOf: Data([0, 0, 0, 99]))
        try handle.close()
    }

    @Test func `an item whose line was torn is done again`() async throws {
        try await BatchBench.with { bench in
            _ = try await bench.run("a.jpg\nb.jpg\n", set: { $0.isOrdered = true })
            let handle = try FileHandle(forUpdating: URL(filePath: bench.journal))
            try handle.truncate(atOffset: try handle.seekToEnd() - 5)
            try handle.close()
            bench.asked.withLock { $0 = [] }
            _ = try await bench.run("a.jpg\nb.jpg\n")
            #expect(bench.asked.withLock { $0 } == ["b.jpg"])
            #expect(bench.lines == ["a.jpg ready", "b.jpg ready"].map { "by digest " + $0.split(separator: " ")[1] })
            #expect(bench.remarks.withLock { $0.count } == 1)
        }
    }

    @Test func `equal sources are prepared once, also when the first has long been answered`() async throws {
        try await BatchBench.with { bench in
            let lines = (0..<3_000).map { #"{"id":"\#($0)","source":"\#($0 % 2 == 0 ? "same" : "a\($0)").jpg"}"# }
            let end = try await bench.run(lines.joined(separator: "\n"))
            #expect(bench.asked.withLock { $0.count { $0 == "same.jpg" } } == 1)
            #expect(end.tally.ready == 3_000)
            #expect(Set(bench.lines).count == 3_000)
        }
    }

    @Test func `a long list that is done takes no memory`() async throws {
        try await BatchBench.with { bench in
            let padding = String(repeating: "x", count: 1_000)
            let path = bench.folder + "/list"
            try Data((0..<30_000).map { "https://a/\($0)/\(padding)\n" }.joined().utf8).write(to: URL(filePath: path))
            let batch = Batch(
                Batch.Configuration(journal: bench.journal), purpose: { _ in "" }, objection: { _, _ in nil }
            ) { _, _ in .problem(PreparationError(.mediaCorrupt)) }
            #expect(try await batch.run(Manifest([path])).tally.refused == 30_000)
            ResidentMemory.forgetPeak()
            let before = ResidentMemory.peak
            #expect(try await batch.run(Manifest([path])).tally.skippedRefused == 30_000)
            // Half of what the list alone would take.
            #expect(ResidentMemory.peak - before < 15_000_000, "\(ResidentMemory.peak - before)")
        }
    }

    /// A preparer whose only source is withdrawn as soon as it has been answered.
    private struct Withdrawing: Preparing {
        func prepare(
            _ request: AttachmentRequest, onProgress: Affix.Progress.Observer?
        ) async throws(PreparationError) -> Receipt {
            guard case .receipt(let receipt) = BatchBench.answer("same") else { throw PreparationError(.internalFault) }
            return receipt
        }

        func inspect(
            _ request: AttachmentRequest, onProgress: Affix.Progress.Observer?
        ) async throws(PreparationError) -> Inspection {
            Inspection(
                source: SourceSummary(url: "same"), facts: MediaFacts(kind: .jpeg, bytes: 9),
                verdict: Verdict(answer: .attachable, work: [], reasons: []), origin: nil)
        }

        func checkStillAllowed(_ source: MediaSource, _ receipt: Receipt?) async throws(PreparationError) {
            throw PreparationError(.sourceWithdrawn)
        }
    }

    @Test(arguments: [false, true])
    func `what is withdrawn while a run goes on is not answered by what the run knows`(checks: Bool) async throws {
        try await BatchBench.with { bench in
            let path = bench.folder + "/pipe"
            let made = unsafe mkfifo(path, 0o600)
            try #require(made == 0)
            let pipe = try #require(FileHandle(forUpdatingAtPath: path))
            try pipe.write(contentsOf: Data("{\"id\":\"1\",\"source\":\"same.jpg\"}\n".utf8))
            var configuration = Batch.Configuration(journal: bench.journal)
            configuration.checksOnly = checks
            let batch = Batch(configuration, by: Withdrawing()) { AttachmentRequest($0.source) }
            let isFirst = Mutex<Void?>(())
            let end = try await batch.run(Manifest([path], form: .jsonLines)) { notice in
                guard case .written = notice, isFirst.withLock({ $0.take() }) != nil else { return }
                try? pipe.write(contentsOf: Data("{\"id\":\"2\",\"source\":\"same.jpg\"}\n".utf8))
                try? pipe.close()
            }
            #expect(end.tally.codes == ["source-withdrawn": 1])
            #expect(bench.lines == [checks ? "1 attachable" : "1 ready", "2 refused"])
        }
    }

    @Test func `what an earlier run called ready is refused once its source is withdrawn`() async throws {
        try await BatchBench.with { bench in
            let list = bench.folder + "/list"
            try Data("same.jpg\n".utf8).write(to: URL(filePath: list))
            let batch = Batch(Batch.Configuration(journal: bench.journal), by: Withdrawing()) {
                AttachmentRequest($0.source)
            }
            var ends: [BatchEnd] = []
            for _ in 0..<3 { ends.append(try await batch.run(Manifest([list]))) }
            #expect(ends[1].tally.codes == ["source-withdrawn": 1] && ends[1].tally.skipped == 0)
            #expect(ends[2].tally.answered == 0 && ends[2].tally.skippedRefused == 1)
            #expect(bench.lines.map { $0.hasSuffix(" ready") } == [true, false])
        }
    }

    @Test func `nothing but the journal and its record is left beside it`() async throws {
        try await BatchBench.with { bench in
            let batch = Batch(
                Batch.Configuration(journal: bench.journal), purpose: { _ in "" }, objection: { _, _ in nil }
            ) { _, _ in BatchBench.answer("fine") }
            try Data("a.jpg\n".utf8).write(to: URL(filePath: bench.folder + "/list"))
            let (_, review) = try await batch.reviewedRun(
                Manifest([bench.folder + "/list"]), until: StopRequest(), onNotice: { _ in })
            // The journal is still open to be read, as it is when the program ends.
            let names = try FileManager.default.contentsOfDirectory(atPath: bench.folder).sorted()
            #expect(names == ["list", "results.jsonl", "results.jsonl.done"])
            #expect(try review.piece(from: 0)?.lines.count == 1)
        }
    }

    @Test func `hosts that were not asked are not called slow`() async throws {
        try await BatchBench.with { bench in
            let list = "https://denied/source-host-denied\nhttps://tired/fetch-host-backed-off\nhttps://good/fine\n"
            let answer: @Sendable (String) -> BatchAnswer = {
                BatchBench.answer(String($0.split(separator: "/").last ?? ""))
            }
            let end = try await bench.run(list, answer: answer, set: { $0.patience = .zero })
            #expect(end.tally.hosts.slowest.map(\.name) == ["good"])
            let elsewhere = try await bench.run("https://far/fine\n", answer: answer, set: { $0.leavesRunning = true })
            #expect(elsewhere.tally.ready == 1 && elsewhere.tally.hosts.slowest.isEmpty)
        }
    }

    @Test func `what stands in the manifest twice is one item`() async throws {
        try await BatchBench.with { bench in
            let end = try await bench.run("a.jpg\na.jpg\nb.jpg\na.jpg\n")
            #expect(bench.lines.count == 2 && end.tally.repeated + end.tally.skipped == 2)
        }
    }

    @Test func `ordered lines stand as in the manifest although the first ends last`() async throws {
        try await BatchBench.with { bench in
            let (rest, done) = AsyncStream.makeStream(of: Void.self)
            _ = try await bench.run(
                "a.jpg\nb.jpg\nmedia-empty.jpg\n",
                before: { name in
                    if name == "a.jpg" {
                        var count = 0
                        for await _ in rest { count += 1; if count == 2 { break } }
                    } else {
                        done.yield()
                    }
                }, set: { $0.isOrdered = true })
            #expect(bench.lines == ["by digest ready", "by digest ready", "media-empty.jpg refused"])
        }
    }

    @Test func `one run may follow the other at once, in the same process`() async throws {
        try await BatchBench.with { bench in
            for _ in 0..<50 { _ = try await bench.run("a.jpg\n") }
        }
    }

    @Test func `too many failures stop the run, and what was not begun is left`() async throws {
        try await BatchBench.with { bench in
            let list = (0..<100).map { "media-empty.\($0)\n" }.joined()
            let end = try await bench.run(list, set: { ($0.mostFailures, $0.fetches) = (3, 1) })
            guard case .failures(let count) = end.stop else { return #expect(Bool(false), "\(end)") }
            #expect(count >= 3 && end.tally.answered < 10)
            let next = try await bench.run(list)
            #expect(next.tally.answered == 100 - end.tally.answered)
        }
    }

    @Test func `a fault of the machine stops the run, and its item is done again`() async throws {
        try await BatchBench.with { bench in
            let list = "publish-no-space.jpg\n" + (0..<100).map { "\($0).jpg\n" }.joined()
            let end = try await bench.run(list, set: { $0.fetches = 1 })
            guard case .machine(let problem) = end.stop else { return #expect(Bool(false), "\(end)") }
            #expect(problem.code == .publishNoSpace && end.tally.answered < 10)
            let next = try await bench.run(list, answer: { _ in BatchBench.answer("fine") })
            #expect(next.tally.ready == 101 - end.tally.ready)
        }
    }

    @Test func `when the time is up nothing more begins`() async throws {
        try await BatchBench.with { bench in
            let list = (0..<1_000).map { "\($0).jpg\n" }.joined()
            let end = try await bench.run(
                list, before: { _ in try? await Task.sleep(for: .milliseconds(100)) },
                set: {
                    ($0.timeLimit, $0.fetches) = (.milliseconds(1), 2)
                })
            #expect(end.stop == .timeLimit && end.tally.answered < 1_000)
            #expect(bench.lines.count == end.tally.answered)
        }
    }

    @Test func `an item of a host that is left alone for a moment is put back and then done`() async throws {
        try await BatchBench.with { bench in
            let first = Mutex(true)
            let end = try await bench.run(
                "http://h/1\nhttp://h/2\n",
                answer: { name in
                    guard
                        first.withLock({ first in
                            defer { first = false }; return first
                        })
                    else {
                        return BatchBench.answer("fine")
                    }
                    return .problem(PreparationError(.fetchHostBackedOff, retryAfter: .milliseconds(300)))
                })
            #expect(end.tally.ready == 2 && end.tally.failed == 0)
            #expect(bench.asked.withLock { $0.count } == 3)
        }
    }

    @Test func `patience with such a host has an end`() async throws {
        try await BatchBench.with { bench in
            let end = try await bench.run(
                "http://h/1\nhttp://h/2\n",
                answer: { _ in .problem(PreparationError(.fetchHostBackedOff, retryAfter: .milliseconds(300))) },
                set: { $0.patience = .milliseconds(500) })
            #expect(end.tally.failed == 2)
            #expect(end.tally.hosts.hurting.map(\.name) == ["h"])
        }
    }
}
