internal import FoundationEssentials
internal import Testing

@testable internal import Commands

/// Help texts are compared with stored ones; run with `RECORD_SNAPSHOTS=1` to store what they are now.
struct HelpTests {
    @Test(arguments: [nil] + Command.allCases.map(Optional.some))
    func `help reads as it was reviewed`(command: Command?) async throws {
        let recorder = RecordingConsole()
        let status = await Tool(console: recorder.console) { _ in ScriptedLine() }
            .run(["help"] + (command.map { [$0.rawValue] } ?? []))
        #expect(status == .ready)

        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots")
        let file = folder.appending(path: "\(command?.rawValue ?? "affix").txt")
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            try recorder.output.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == recorder.output)
    }

    @Test(arguments: [["--version"], ["--help"], ["prepare", "--help"], ["config"]])
    func `what needs no worker makes no preparer`(arguments: [String]) async {
        let recorder = RecordingConsole()
        await confirmation(expectedCount: 0) { made in
            let tool = Tool(console: recorder.console) { _ in
                made()
                return ScriptedLine()
            }
            #expect(await tool.run(arguments) == .ready)
        }
        #expect(!recorder.output.isEmpty)
    }
}
