internal import Affix
internal import FoundationEssentials
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import Commands

struct HostHeadersFileTests {
    /// How a run ends that is told of a file with this content, what it prints, and the headers that the line gets.
    private func run(with content: String) async throws -> (ExitStatus, String, [String: [String: String]]?) {
        try await TemporaryFolder.with { folder in
            let file = folder + "/headers.json"
            try content.write(to: URL(filePath: file), atomically: true, encoding: .utf8)
            let recorder = RecordingConsole()
            let seen = Mutex<[String: [String: String]]?>(nil)
            let tool = Tool(console: recorder.console) { configuration in
                seen.withLock { $0 = configuration.hostHeaders }
                return ScriptedLine()
            }
            let status = await tool.run(["inspect", "https://a.example/b.jpg", "--host-headers", file])
            return (status, recorder.output + recorder.error, seen.withLock { $0 })
        }
    }

    @Test func `headers are read from a file and reach the line, but not the terminal`() async throws {
        let (_, printed, headers) = try await run(with: #"{"a.example": {"Authorization": "Bearer s3cret"}}"#)
        #expect(headers == ["a.example": ["Authorization": "Bearer s3cret"]])
        #expect(!printed.contains("s3cret"))
    }

    @Test(arguments: ["", "[]", #"{"a.example": "s3cret"}"#, #"{"a.example": {"X": 1}}"#])
    func `a file of another form is a fault of the configuration, and not quoted`(content: String) async throws {
        let (status, printed, headers) = try await run(with: content)
        #expect(status == .machine && headers == nil)
        #expect(printed.contains("configuration-invalid") && !printed.contains("s3cret"))
    }
}
