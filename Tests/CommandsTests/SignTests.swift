internal import FoundationEssentials
internal import TestSupport
internal import Testing

@testable internal import Commands

/// `affix sign`.
struct SignTests {
    private static func run(
        _ words: String..., service: String = "https://push.example.com/", on recorder: RecordingConsole
    ) async throws -> ExitStatus {
        try await TemporaryFolder.with { folder in
            let key = folder + "/key"
            TemporaryFolder.write(String(repeating: "k", count: 40), to: key)
            let options = ["--signing-key", key, "--service", service]
            return await Tool(console: recorder.console) { _ in ScriptedLine() }.run(["sign"] + options + words)
        }
    }

    @Test func `a link is printed for each source`() async throws {
        let recorder = RecordingConsole()
        #expect(try await Self.run("https://a.example/b c.jpg", "data:,x", "--profile", "lite", on: recorder) == .ready)
        let lines = recorder.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(
            lines[0].hasPrefix(
                "https://push.example.com/render?url=https%3A%2F%2Fa.example%2Fb%20c.jpg&profile=lite&expires="))
        #expect(lines[0].contains("&signature="))
    }

    @Test func `for programs it is an object for each source`() async throws {
        let recorder = RecordingConsole()
        #expect(try await Self.run("https://a.example/b.jpg", "--json", on: recorder) == .ready)
        let object = try JSONDecoder().decode([String: String].self, from: Data(recorder.output.utf8))
        #expect(object["source"] == "https://a.example/b.jpg" && object["profile"] == "push")
        #expect(object["url"]?.hasPrefix("https://push.example.com/render?url=") == true)
        #expect(object["expires_at"]?.hasSuffix("Z") == true && object.count == 4)
    }

    @Test(arguments: [
        ("ftp://a.example/b.jpg", ExitStatus.refused, "source-scheme"), ("https://", .refused, "source-invalid"),
        ("data:nothing", .refused, "source-invalid"), ("photo.jpg", .usage, "no URL"), ("-", .usage, "no URL"),
    ])
    func `what the service would refuse is not signed, nor what stands beside it`(
        source: String, status: ExitStatus, words: String
    ) async throws {
        let recorder = RecordingConsole()
        #expect(try await Self.run("https://a.example/b.jpg", source, on: recorder) == status)
        #expect(recorder.output.isEmpty && recorder.error.contains(words), "\(recorder.error)")
    }

    @Test(arguments: ["http://h?x", "https://h/#x", "https://user@h", "h"])
    func `an address that no path can be put behind is refused`(service: String) async throws {
        let recorder = RecordingConsole()
        #expect(try await Self.run("https://a.example/b.jpg", service: service, on: recorder) == .usage)
        #expect(recorder.error.contains("such as https://push.example.com, without query"), "\(recorder.error)")
    }

    @Test func `a profile that the service does not know is refused`() async throws {
        let recorder = RecordingConsole()
        #expect(try await Self.run("https://a.example/b.jpg", "--profile", "huge", on: recorder) == .usage)
        #expect(recorder.output.isEmpty)
    }
}
