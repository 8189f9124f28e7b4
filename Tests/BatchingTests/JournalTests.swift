internal import AttachmentModel
internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import Batching

struct JournalTests {
    /// As much of a line as tells that it is one.
    private static let line = #"{"id":"1","item":"00112233445566778899aabbccddeeff","status":"ready"}"#

    @Test(arguments: [
        ("", "", 0), (line + "\n", line + "\n", 0), (line + "\nb", line + "\n", 1), (line, "", line.utf8.count),
        (#"{"id":"1","it"#, "", 13), (#"{"att"#, "", 5),
        ("of another\n" + line + "\n\nb\n{\"item\":", "of another\n" + line + "\n\nb\n", 8),
    ])
    func `a torn last line is cut off, whole ones stay`(before: String, after: String, torn: Int) async throws {
        try await TemporaryFolder.with { folder in
            let path = folder + "/j"
            try Data(before.utf8).write(to: URL(filePath: path))
            var journal = try Journal(at: path)
            let (cut, end) = (journal.torn, journal.end)
            #expect(cut == torn && end == after.utf8.count)
            let place = try journal.append("new\n")
            #expect(place == end)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == after + "new\n")
        }
    }

    @Test func `lines are lent with the place where they begin`() async throws {
        try await TemporaryFolder.with { folder in
            var journal = try Journal(at: folder + "/j")
            for line in ["one\n", "two\n", "three\n"] { _ = try journal.append(line) }
            var seen: [String] = []
            journal.forEachLine(from: 4) { line, end in seen.append("\(String(decoding: line, as: UTF8.self)) \(end)") }
            #expect(seen == ["two 4", "three 8"])
        }
    }

    @Test func `a second run is kept out, and let in when the first has gone`() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder + "/j"
            try await hold(path) {
                #expect(await problemCode { _ = try Journal(at: path) } == .overloaded)
            }
            #expect(await problemCode { _ = try Journal(at: path) } == nil)
        }
    }

    private func hold(_ path: String, _ body: () async -> Void) async throws {
        let journal = try Journal(at: path)
        await body()
        let end = journal.end
        #expect(end == 0)
    }

    @Test(arguments: ["/proc/nowhere/j", "/tmp"])
    func `a place that takes no journal is a fault of the configuration`(path: String) async {
        #expect(await problemCode { _ = try Journal(at: path) } == .configurationInvalid)
    }

    @Test(arguments: [
        Data("https://a/1\nhttps://a/2".utf8), Data("one\n".utf8), Data(#"{"id":"1","source":"a.jpg"}"#.utf8),
        Data("{\"id\":\"1\"}\n{\"id\":\"2\",".utf8), Data(#"{"shelf":"/srv"}"#.utf8), Data([0xFF, 0xD8, 0xFF]),
        Data(count: 1 << 20), Data(count: 3 << 20),
    ])
    func `a file that is no journal is refused, and nothing of it is touched`(content: Data) async throws {
        try await TemporaryFolder.with { folder in
            let path = folder + "/file"
            try content.write(to: URL(filePath: path))
            #expect(await problemCode { _ = try Journal(at: path) } == .configurationInvalid)
            #expect(try Data(contentsOf: URL(filePath: path)) == content)
        }
    }

    @Test func `every kind of line begins as a journal may`() throws {
        let facts = MediaFacts(kind: .jpeg, bytes: 9)
        let receipt = BatchBench.answer("fine")
        let verdict = Verdict(answer: .attachable, work: [], reasons: [])
        let answers: [BatchAnswer] = [
            receipt, .problem(PreparationError(.mediaCorrupt)),
            .inspection(Inspection(source: SourceSummary(url: "a"), facts: facts, verdict: verdict, origin: nil)),
            .inspection(
                Inspection(
                    source: SourceSummary(url: "a"), facts: MediaFacts(kind: .unknown, bytes: 9), verdict: verdict,
                    origin: nil)),
        ]
        for answer in answers {
            let text = JSONLine.of(JournalLine(item: Fingerprint(of: "x"), id: nil, source: "a", answer: answer))
            #expect(JournalBeginning.heads.contains { text.hasPrefix($0) }, "\(text)")
        }
    }

    @Test(
        arguments: [
            (nil, false, false, Resumption.work), (nil, false, true, .work), (.done, false, false, .skip),
            (.done, false, true, .skip), (.failed, false, false, .work), (.refused, false, false, .skip),
            (.refused, false, true, .work), (.failed, true, true, .skip), (.refused, true, true, .skip),
            (.done, true, false, .skip),
        ] as [(ItemState?, Bool, Bool, Resumption)])
    func `an item is worked on again only when that may change something`(
        state: ItemState?, isOfThisRun: Bool, retrying: Bool, plan: Resumption
    ) {
        #expect(Resumption(state, isOfThisRun: isOfThisRun, retryingRefused: retrying) == plan)
    }

    @Test(arguments: [
        (PreparationError.Code.mediaCorrupt, "refused"), (.fetchStatus4xx, "refused"), (.sourceInvalid, "refused"),
        (.fetchStatus5xx, "failed"), (.deadline, "failed"), (.publishDenied, "failed"), (.publishNoSpace, "failed"),
        (.configurationMachine, "failed"), (.internalFault, "failed"), (.renderPoisonous, "refused"),
        (.renderTranscoderMissing, "failed"), (.queueDenied, "failed"),
    ])
    func `a code says whether the next run tries again`(code: PreparationError.Code, status: String) {
        #expect(BatchAnswer.problem(PreparationError(code)).status == status)
    }

    @Test(arguments: [
        (PreparationError.Code.publishNoSpace, true), (.publishDenied, true), (.configurationMachine, true),
        (.publishUnreachable, false), (.publishProbeFailed, false),
        (.mediaCorrupt, false), (.deadline, false), (.internalFault, false), (.fetchStatus5xx, false),
        (.renderTranscoderMissing, false),
    ])
    func `only what hits every item stops the run`(code: PreparationError.Code, stops: Bool) {
        #expect(BatchAnswer.problem(PreparationError(code)).stopsTheRun == stops)
    }

    @Test(arguments: [PreparationError.Stage.publish, .configuration])
    func `what is too much for a moment stops nothing`(stage: PreparationError.Stage) {
        #expect(!BatchAnswer.problem(PreparationError(.overloaded, stage: stage)).stopsTheRun)
    }

    @Test func `a verdict that only hangs on this machine is found again`() {
        let reason = Verdict.Reason(PreparationError(.renderTranscoderMissing), iosError: nil)
        let inspection = Inspection(
            source: SourceSummary(url: "a"), facts: MediaFacts(kind: .flac, bytes: 9),
            verdict: Verdict(answer: .refused, work: [], reasons: [reason]), origin: nil)
        #expect(BatchAnswer.inspection(inspection).status == "failed")
    }
}
