internal import AttachmentModel
internal import Batching
internal import FoundationEssentials
internal import TestSupport
internal import Testing

@testable internal import Commands

/// `affix batch` as a command line, over a line that answers by the name of its source.
struct BatchCommandTests {
    private func batch(
        _ list: String, _ options: [String] = [], in folder: String, on recorder: RecordingConsole
    ) async throws -> ExitStatus {
        try Data(list.utf8).write(to: URL(filePath: folder + "/list"))
        let words = ["batch", folder + "/list", "--out", folder + "/results.jsonl"] + options
        return await Tool(console: recorder.console) { _ in ScriptedLine(baseNames: true) }.run(words)
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let list: String
        var options: [String] = []
        let status: ExitStatus
        var testDescription: String { "\(list.split(separator: "\n")) \(options)" }
    }

    @Test(arguments: [
        Row(list: "ok1\nok2\n", status: .ready),
        Row(list: "", status: .ready),
        Row(list: "ok1\nmedia-empty\n", status: .ready),
        Row(list: "ok1\nmedia-empty\n", options: ["--fail-if-refused-over", "50%"], status: .ready),
        Row(list: "ok1\nmedia-empty\n", options: ["--fail-if-refused-over", "49.9"], status: .refused),
        Row(list: "ok1\nfetch-status-5xx\n", status: .mayPass),
        Row(list: "fetch-status-5xx\nmedia-empty\n", options: ["--fail-if-refused-over", "0"], status: .refused),
        Row(list: "media-empty\nok1\n", options: ["--max-failures", "1"], status: .refused),
        Row(list: "publish-no-space\n", status: .machine),
        Row(list: "ok1\nrender-transcoder-missing\nmedia-empty\n", status: .machine),
        Row(list: "ok1\npublish-unreachable\n", status: .mayPass),
        Row(list: "large\n", status: .ready),
        Row(list: "large\nok1\n", options: ["--check", "--fail-if-refused-over", "0"], status: .ready),
    ])
    func `a batch ends as its items did, within what is allowed`(row: Row) async throws {
        try await TemporaryFolder.with { folder in
            let recorder = RecordingConsole()
            let status = try await batch(row.list, row.options, in: folder, on: recorder)
            #expect(status == row.status, "\(recorder.error)")
        }
    }

    @Test func `what an earlier run refused still counts`() async throws {
        try await TemporaryFolder.with { folder in
            for _ in 0..<2 {
                let options = ["--fail-if-refused-over", "10"]
                let status = try await batch("ok1\nmedia-empty\n", options, in: folder, on: RecordingConsole())
                #expect(status == .refused)
            }
        }
    }

    @Test func `the hosts that failed are named, to people and to programs`() async throws {
        try await TemporaryFolder.with { folder in
            let list = "https://bad.example/fetch-status-5xx\nhttps://good.example/ok\n"
            let (people, programs) = (RecordingConsole(), RecordingConsole())
            _ = try await batch(list, in: folder, on: people)
            #expect(people.output.contains("hosts that failed:\n  bad.example  1 of 1\n"), "\(people.output)")
            _ = try await batch(list, ["--json"], in: folder, on: programs)
            #expect(programs.output.contains(#""hosts":[{"answered":1,"failures":1,"host":"bad.example""#))
        }
    }

    @Test func `people get counts, and codes with their meaning`() async throws {
        try await TemporaryFolder.with { folder in
            let recorder = RecordingConsole()
            _ = try await batch("ok1\nmedia-empty\nmedia-empty.jpg\n\nok1\n-\n", in: folder, on: recorder)
            #expect(
                recorder.output.contains("4 items: 2 ready, 2 refused, 0 failed; 1 stood there twice; 1 lines were bad")
            )
            #expect(recorder.output.contains("  1  media-empty"))
            #expect(recorder.output.contains("items/s"))
            #expect(recorder.error.contains("list:6: Line 6 of "))
        }
    }

    @Test func `programs get one object`() async throws {
        try await TemporaryFolder.with { folder in
            let recorder = RecordingConsole()
            _ = try await batch("ok1\nfetch-status-5xx\n", ["--json"], in: folder, on: recorder)
            struct Summary: Decodable {
                let read: Int
                let statuses: [String: Int]
                let codes: [String: Int]
                let exit_status: Int
            }
            let summary = try JSONDecoder().decode(Summary.self, from: Data(recorder.output.utf8))
            #expect(summary.read == 2 && summary.exit_status == 3)
            #expect(summary.statuses == ["ready": 1, "failed": 1] && summary.codes == ["fetch-status-5xx": 1])
        }
    }

    @Test func `another size is other work, although the journal is the same`() async throws {
        try await TemporaryFolder.with { folder in
            for options in [[], ["--width", "500"], ["--width", "500"]] {
                _ = try await batch("ok1\n", options, in: folder, on: RecordingConsole())
            }
            let text = try String(contentsOfFile: folder + "/results.jsonl", encoding: .utf8)
            #expect(text.split(separator: "\n").count == 2)
        }
    }

    @Test func `a journal of verdicts is another than one of receipts`() async throws {
        try await TemporaryFolder.with { folder in
            _ = try await batch("ok1\n", ["--check"], in: folder, on: RecordingConsole())
            _ = try await batch("ok1\n", in: folder, on: RecordingConsole())
            let text = try String(contentsOfFile: folder + "/results.jsonl", encoding: .utf8)
            #expect(text.contains(#""status":"attachable""#) && text.contains(#""status":"ready""#))
        }
    }

    @Test(arguments: [
        (["batch"], "A manifest is missing"), (["batch", "/dev/null"], "--out FILE"),
        (["batch", "/nowhere/*.csv", "--out", "/tmp/x"], "No manifest matches"),
        (["batch", "x", "--time-limit", "2 days"], "up to 168h"),
        (["batch", "x", "--fail-if-refused-over", "101"], "from 0 to 100"),
        (["prepare", "x", "--ordered"], "affix prepare takes no --ordered"),
    ])
    func `a wrong command line is told what is wrong`(words: [String], part: String) async {
        let recorder = RecordingConsole()
        #expect(await Tool(console: recorder.console) { _ in ScriptedLine() }.run(words) == .usage)
        #expect(recorder.error.contains(part), "\(recorder.error)")
    }

    @Test(arguments: [
        (["--out", "list"], "--out must not be the manifest"), (["--out", "link"], "--out must not be the manifest"),
        (["--out", "folder/../list"], "--out must not be the manifest"),
        (["--out", "r", "--report", "list"], "--report must not be the manifest"),
        (["--out", "r", "--report", "./r"], "--report must not be the journal"),
        (["--out", "old", "--report", "old"], "--report must not be the journal"),
    ])
    func `no file of a batch may take the place of another`(options: [String], part: String) async throws {
        try await TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(atPath: folder + "/folder", withIntermediateDirectories: true)
            for name in ["list", "old"] { try Data("ok1\nok2".utf8).write(to: URL(filePath: folder + "/" + name)) }
            try FileManager.default.linkItem(atPath: folder + "/list", toPath: folder + "/link")
            let recorder = RecordingConsole()
            let words = options.map { $0.hasPrefix("--") ? $0 : folder + "/" + $0 }
            let tool = Tool(console: recorder.console) { _ in ScriptedLine() }
            #expect(await tool.run(["batch", folder + "/list"] + words) == .usage)
            #expect(recorder.error.contains(part), "\(recorder.error)")
            for name in ["list", "old"] {
                #expect(try String(contentsOfFile: folder + "/" + name, encoding: .utf8) == "ok1\nok2")
            }
            #expect(!FileManager.default.fileExists(atPath: folder + "/r"))
        }
    }

    @Test func `a folder that takes no report is told before the journal is touched`() async throws {
        try await TemporaryFolder.with { folder in
            let recorder = RecordingConsole()
            let status = try await batch("ok1\n", ["--report", folder + "/none/page.html"], in: folder, on: recorder)
            #expect(status == .machine && recorder.error.contains("The folder of the report"), "\(recorder.error)")
            #expect(TemporaryFolder.files(below: folder) == ["list"])
        }
    }

    @Test func `what was no journal is not made one`() async throws {
        try await TemporaryFolder.with { folder in
            try Data("of somebody else".utf8).write(to: URL(filePath: folder + "/results.jsonl"))
            let recorder = RecordingConsole()
            let status = try await batch("ok1\n", in: folder, on: recorder)
            #expect(status == .machine && recorder.error.contains("Name another file with --out"), "\(recorder.error)")
            #expect(try String(contentsOfFile: folder + "/results.jsonl", encoding: .utf8) == "of somebody else")
        }
    }

    @Test func `a manifest that is not there is told before the journal is touched`() async throws {
        try await TemporaryFolder.with { folder in
            let recorder = RecordingConsole()
            let words = ["batch", folder + "/none", "--out", folder + "/results.jsonl"]
            #expect(await Tool(console: recorder.console) { _ in ScriptedLine() }.run(words) == .machine)
            #expect(TemporaryFolder.files(below: folder).isEmpty)
        }
    }
}
