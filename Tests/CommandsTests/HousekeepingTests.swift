internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import Commands

/// `affix index` and `affix collect` as people and programs read them.
struct HousekeepingTests {
    @Test func `a collection touches nothing unless told to, and says so`() async {
        let recorder = RecordingConsole()
        #expect(await run("collect", on: recorder) == .ready)
        #expect(
            recorder.output == """
                2 files, 1.5 MB, would be removed
                3 files, 3 MB, stay
                Nothing was touched; --delete removes them.

                """)
    }

    @Test func `what was removed and forgotten is counted`() async {
        let recorder = RecordingConsole()
        #expect(await run("collect", "--delete", on: recorder) == .ready)
        #expect(recorder.output.contains("2 files, 1.5 MB, removed\n"))
        #expect(recorder.output.contains("4 answers of the index were forgotten"))
        #expect(recorder.output.contains("2 kept originals, 900 kB, removed\n"))
    }

    @Test func `a damaged file is this machine's fault`() async {
        let recorder = RecordingConsole()
        #expect(await run("collect", "--verify", on: recorder) == .machine)
        #expect(recorder.output.contains("damaged: ab/ab.jpg"))
    }

    @Test func `a collection for programs is one object`() async {
        let recorder = RecordingConsole()
        _ = await run("collect", "--json", on: recorder)
        #expect(
            recorder.output
                == #"{"damaged":[],"expired":2,"expired_bytes":1500000,"expired_original_bytes":0,"expired_originals":0,"forgotten":0,"kept":3,"kept_bytes":3000000,"removes":false}"#
                + "\n")
    }

    @Test func `the index is told in four lines`() async {
        let recorder = RecordingConsole()
        #expect(await run("index", on: recorder) == .ready)
        #expect(
            recorder.output == """
                index     /state/index.sqlite, 81.9 kB
                receipts  7, of which 3 hold without asking the host
                refusals  1
                stale     2, made by other rules and never given again

                """)
    }

    @Test func `an export is an object for each answer and nothing else`() async {
        let recorder = RecordingConsole()
        #expect(await run("index", "--json", "--verify", on: recorder) == .machine)
        #expect(recorder.output.split(separator: "\n").count == 1)
        #expect(recorder.output.contains(#""source":"https://a/x?…""#))
        #expect(
            recorder.error == """
                index  /state/index.sqlite, 81.9 kB
                shelf  ./affix-shelf
                missing or damaged: ab/ab.jpg

                """)
    }

    @Test(arguments: ["index", "collect", "withdraw", "prepare", "batch"])
    func `a machine of a fleet that is called without its queue is told so, unless it is meant`(command: String)
        async throws
    {
        try await TemporaryFolder.with { folder in
            let note = FleetNote(folder: folder)
            #expect(note.fleet == nil)
            note.write("affix at nats://***@queue.internal")
            try Data("ok1\n".utf8).write(to: URL(filePath: folder + "/list"))
            let operands = [
                "withdraw": ["x"], "prepare": ["ok1"], "batch": [folder + "/list", "--out", folder + "/o"],
            ]
            let words = [command, "--state", folder] + (operands[command] ?? [])
            for (options, isTold) in [([], true), (["--index-store", "sqlite"], false)] {
                let recorder = RecordingConsole()
                let tool = Tool(console: recorder.console) { _ in ScriptedLine() }
                #expect(await tool.run(words + options) == .ready, "\(recorder.error)")
                let hint =
                    "belongs to the fleet of the queue affix at nats://***@queue.internal, and --queue is not given"
                #expect(recorder.error.contains(hint) == isTold, "\(recorder.error)")
            }
        }
    }
}
