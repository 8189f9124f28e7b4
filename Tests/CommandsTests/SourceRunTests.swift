internal import AttachmentModel
internal import FoundationEssentials
internal import Synchronization
internal import Testing

@testable internal import Commands

struct SourceRunTests {
    @Test func `outcomes are printed in the order of the sources although the first ends last`() async {
        let (rest, end) = AsyncStream.makeStream(of: Void.self)
        let line = ScriptedLine(before: { name in
            if name == "ok-1" {
                var count = 0
                for await _ in rest { count += 1; if count == 2 { break } }
            } else {
                end.yield()
            }
        })
        let recorder = RecordingConsole()
        let status = await run("prepare", "--json", "ok-1", "ok-2", "fetch-status-4xx", on: recorder, line: line)
        #expect(status == .refused)
        let lines = recorder.output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].contains(#""url":"ok-1""#))
        #expect(lines[1].contains(#""url":"ok-2""#))
        #expect(lines[2].contains(#""code":"fetch-status-4xx""#))
        #expect(recorder.error.isEmpty)
    }

    @Test func `no more sources run at once than jobs allow`() async {
        let running = Mutex((now: 0, most: 0))
        let line = ScriptedLine(before: { _ in
            running.withLock {
                $0.now += 1; $0.most = max($0.most, $0.now)
            }
            for _ in 0..<20 { await Task.yield() }
            running.withLock { $0.now -= 1 }
        })
        let recorder = RecordingConsole()
        let status = await run("prepare", "--jobs=2", "ok1", "ok2", "ok3", "ok4", "ok5", on: recorder, line: line)
        #expect(status == .ready)
        #expect(running.withLock { $0.most } <= 2)
    }

    @Test func `every JSON line is a receipt, or a problem with its source`() async throws {
        let recorder = RecordingConsole()
        _ = await run("prepare", "--json", "ok", "media-empty", on: recorder)
        let lines = recorder.output.split(separator: "\n").map { Data($0.utf8) }
        try #require(lines.count == 2)
        #expect(try JSONDecoder().decode(Receipt.self, from: lines[0]).url == "https://cdn.example.com/ab/ab.jpg")
        struct Failure: Decodable {
            let source: SourceSummary
            let problem: PreparationError
        }
        let failure = try JSONDecoder().decode(Failure.self, from: lines[1])
        #expect(failure.source.url == "media-empty")
        #expect(failure.problem == PreparationError(.mediaEmpty))
    }

    @Test func `people get receipts on standard output and failures on standard error`() async {
        let recorder = RecordingConsole()
        let status = await run("prepare", "ok", "deadline", on: recorder)
        #expect(status == .mayPass)
        #expect(
            recorder.output == """
                source   ok
                in       JPEG picture, 1024x1024, 212 kB
                done     cropped to 3024x3024 in the middle; shrunk to 1024x1024
                out      JPEG picture, 1024x1024, 212 kB
                warning  no phone can fetch this URL; give the shelf's public address with --base-url
                phones   3g 6 s, slow-4g 1.7 s, 4g 500 ms, wifi 200 ms
                url      https://cdn.example.com/ab/ab.jpg
                time     fetch 120 ms, recognise 0 ms, render 0 ms, publish 0 ms; 1.2 s in all

                """)
        #expect(recorder.error.contains("The preparation did not end before its deadline"))
        #expect(recorder.error.contains("may pass by itself"))
    }

    @Test(arguments: [
        ("ok", ExitStatus.ready), ("large", .refused), ("media-empty", .refused), ("fetch-name", .mayPass),
    ])
    func `an inspection ends well only when iOS shows the file as it is`(source: String, status: ExitStatus) async {
        let recorder = RecordingConsole()
        #expect(await run("inspect", source, on: recorder) == status)
    }

    @Test func `an inspection tells the verdict, the reason with the device's error, and the way out`() async {
        let recorder = RecordingConsole()
        _ = await run("inspect", "large", on: recorder)
        #expect(recorder.output.contains("iOS does not show it as it is; affix can make it fit"))
        #expect(recorder.output.contains("(media-over-cap; iOS error 102)"))
        #expect(recorder.output.contains("would crop it, shrink it"))
    }

    @Test(arguments: [true, false])
    func `nothing from outside reaches the terminal as a command`(json: Bool) async {
        let recorder = RecordingConsole()
        _ = await run("prepare", "ok\u{1B}]0;x\u{07}\u{9B}31m\u{202E}\n", json ? "--json" : "--no-json", on: recorder)
        let unsafe = recorder.output.unicodeScalars.filter { $0.isUnsafeToPrint && $0 != "\n" }
        #expect(unsafe.isEmpty)
        #expect(recorder.output.contains("ok"))
    }

    @Test(arguments: [(Console.Written.readerGone, ExitStatus.ready), (.failed, .machine)])
    func `a reader who leaves ends the command quietly, a full disk is the machine's fault`(
        answer: Console.Written, status: ExitStatus
    ) async {
        let recorder = RecordingConsole(outputAnswer: answer)
        #expect(await run("prepare", "--jobs=1", "ok1", "ok2", "ok3", on: recorder) == status)
        #expect(recorder.output.contains("ok1") && !recorder.output.contains("ok2"))
    }

    @Test func `only the name of the problem is coloured, whatever the source is called`() {
        let text = Outcome.words(PreparationError(.mediaEmpty), source: "problem.jpg", Paint(isOn: true))
        #expect(text.hasPrefix("source   problem.jpg\n\u{1B}[31mproblem\u{1B}[0m  The file has no bytes"))
    }

    @Test func `one output file is for one source`() async {
        let recorder = RecordingConsole()
        #expect(await run("prepare", "-o", "x", "a", "b", on: recorder) == .usage)
        #expect(recorder.error.contains("One file cannot take 2 results"))
    }
}
