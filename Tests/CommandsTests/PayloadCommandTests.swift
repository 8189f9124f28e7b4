internal import AttachmentModel
internal import Batching
internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import Commands

struct PayloadCommandTests {
    private static func receipt(_ id: String, expires: String = "2099-01-01T00:00:00Z") -> String {
        var receipt = Receipt(
            id: id, url: "https://cdn.example.com/ab/ab.jpg", digest: "ab", expiresAt: expires,
            facts: ScriptedLine.facts(), source: SourceSummary(url: "x"), origin: nil, path: .render, rulebook: "4")
        receipt.warnings = []
        return JSONLine.of(receipt)
    }

    private static let failure =
        #"{"id":"2","source":{"url":"x"},"problem":"#
        + #"{"code":"media-corrupt","stage":"recognize","blame":"media","retryable":false,"message":"No.","detail":null}}"#

    /// Runs a command whose word `FILE` stands for a file with that content.
    private func run(
        _ content: String, _ arguments: String..., line: ScriptedLine = ScriptedLine()
    ) async throws -> (status: ExitStatus, console: RecordingConsole) {
        try await TemporaryFolder.with { folder in
            let file = folder + "/in.json"
            try content.write(toFile: file, atomically: false, encoding: .utf8)
            let recorder = RecordingConsole(environment: ["AFFIX_STATE": folder])
            let words = ["payload"] + arguments.map { $0 == "FILE" ? file : $0 }
            let status = await Tool(console: recorder.console) { _ in line }.run(words)
            return (status, recorder)
        }
    }

    @Test func `each receipt becomes a line, and a failure a payload of text alone`() async throws {
        let content = Self.receipt("1") + Self.failure + "\n\n" + Self.receipt("3")
        let (status, console) = try await run(content, "FILE", "--preset", "fcm", "--title", "Hi")
        let media = #","fcm_options":{"image":"https://cdn.example.com/ab/ab.jpg"}"#
        let full = #"{"aps":{"alert":{"title":"Hi"},"mutable-content":1}"# + media + "}"
        #expect(console.output == [full, #"{"aps":{"alert":{"title":"Hi"}}}"#, full].map { $0 + "\n" }.joined())
        #expect(console.error == "text only: 2: media-corrupt: No.\n")
        #expect(status == .ready)
    }

    @Test func `a failure without a text is no payload`() async throws {
        let (status, console) = try await run(Self.failure, "FILE")
        #expect(status == .refused && console.output.isEmpty)
        #expect(console.error.contains("alert-missing"))
    }

    @Test func `a preset whose one place lies in another is refused`() async throws {
        let (status, console) = try await run(
            #"{"shop":{"/a":"url","/a/b":"width"}}"#, "FILE", "--preset-file", "FILE", "--preset", "shop")
        #expect(status == .machine && console.error.contains("/a and /a/b cannot both be there"))
    }

    @Test func `a substitute of the service is attached, and its advice to send text is taken`() async throws {
        let substitute = Self.receipt("1").replacingOccurrences(
            of: "\"status\":\"ready\"", with: "\"status\":\"substitute\"")
        let advice = Self.failure.replacingOccurrences(
            of: "{\"id\"", with: "{\"status\":\"text-only\",\"url\":null,\"id\"")
        let (status, console) = try await run(substitute + advice, "FILE", "--preset=fcm", "--title=Hi")
        #expect(status == .ready)
        let lines = console.output.split(separator: "\n")
        #expect(lines.map { $0.contains("ab.jpg") } == [true, false])
    }

    @Test func `one object may be laid out over lines`() async throws {
        let content = Self.receipt("1").replacingOccurrences(of: ",\"", with: ",\n  \"")
            .replacingOccurrences(of: "{\"", with: "{\n\"")
        let (status, console) = try await run(content, "FILE", "--preset=fcm", "--title=Hi")
        #expect(status == .ready && console.output.hasPrefix(#"{"aps""#))
    }

    @Test func `JSON has a line for each receipt, with its id`() async throws {
        let content = Self.receipt("1") + Self.failure + "\n{}\n" + Self.receipt("4", expires: "2001-01-01T00:00:00Z")
        let (status, console) = try await run(content, "FILE", "--preset", "fcm", "--title", "Hi", "--json")
        let objects = try console.output.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(objects.map { $0["id"] as? String } == ["1", "2", nil, "4"])
        #expect(objects.map { $0["text_only"] as? Bool } == [false, true, nil, nil])
        #expect(objects[0]["bytes"] as? Int == 112)
        #expect(
            objects.map { ($0["problem"] as? [String: Any])?["code"] as? String } == [
                nil, "media-corrupt", "payload-invalid", "payload-invalid",
            ])
        #expect(status == .refused)
    }

    @Test(arguments: [
        (["--preset", "pushwoosh,home-assistant"], .machine, "cannot be used together"),
        (["--check", "--title", "x"], .usage, "--title means nothing with --check"),
        (["--check", "--open", "k"], .usage, "--open means nothing with --check"),
        (["--seal", "k", "--open", "k", "--topic", "com.example.app"], .usage, "--seal means nothing with --open"),
        (["--preset", "fmc"], ExitStatus.usage, "did you mean fcm?"),
        (["--seal", "/nonexistent"], .usage, "--topic"),
        (["--seal", "/nonexistent", "--topic", "com.example.app"], .machine, "cannot be opened"),
        (["--merge", "/nonexistent"], .machine, "does not exist"),
        (["--topic", "no topic"], .usage, "bundle ID"),
        (["--push-type", "loud"], .usage, "alert, background"),
        (["--body", "x", "--push-type", "voip"], .refused, "type-mismatch"),
        ([], .refused, "alert-missing"),
    ])
    func `what is wrong is told, with its status`(options: [String], status: ExitStatus, words: String) async throws {
        try await TemporaryFolder.with { folder in
            let file = folder + "/in.json"
            try Self.receipt("1").write(toFile: file, atomically: false, encoding: .utf8)
            let recorder = RecordingConsole()
            #expect(
                await Tool(console: recorder.console) { _ in ScriptedLine() }.run(["payload", file] + options) == status
            )
            #expect(recorder.error.contains(words), "\(recorder.error)")
            #expect(recorder.output.isEmpty)
        }
    }

    @Test func `what was sealed is opened again`() async throws {
        try await TemporaryFolder.with { folder in
            let (keys, sealed) = (folder + "/keys", folder + "/sealed.json")
            try "k1:\(String(repeating: "A", count: 43))=\n".write(toFile: keys, atomically: false, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: keys)
            let (_, console) = try await run(
                Self.receipt("1"), "FILE", "--preset=fcm", "--title=Hi", "--seal", keys, "--topic=com.example.app",
                "--clear-text=Something new")
            #expect(
                console.output.hasPrefix(
                    #"{"aps":{"alert":{"body":"Something new"},"mutable-content":1},"sealed":{"v":1"#))
            try console.output.write(toFile: sealed, atomically: false, encoding: .utf8)
            let opening = RecordingConsole(environment: ["AFFIX_STATE": folder])
            let tool = Tool(console: opening.console) { _ in ScriptedLine() }
            #expect(await tool.run(["payload", sealed, "--open", keys, "--topic=com.example.app"]) == .ready)
            #expect(opening.output.hasPrefix(#"{"aps":{"alert":{"title":"Hi"},"mutable-content":1},"fcm_options""#))
            #expect(await tool.run(["payload", sealed, "--open", keys, "--topic=com.example.other"]) == .refused)
            #expect(opening.error.contains("payload-not-opened"))
        }
    }

    @Test func `a check tells every fault with its place and its cure`() async throws {
        let content = #"{"aps":{"alert":"a"},"image":"http://a.example/x.jpg"}"#
        let (status, console) = try await run(content, "--check", "FILE", "--json")
        #expect(status == .refused)
        #expect(
            console.output.contains(
                #"{"code":"mutable-content-missing","pointer":"/aps/mutable-content","message":"There is media or sealed "#
                    + #"content, but no mutable-content","cure":"Add \"mutable-content\": 1 to aps: "#))
        #expect(console.output.contains(#""code":"http-url","pointer":"/image""#))
        let (plain, words) = try await run(content, "--check", "FILE")
        #expect(plain == .refused && words.output.contains("2 faults"))
    }

    @Test(arguments: [
        ("https://a.example/ok.jpg", ExitStatus.ready, "clean"),
        ("https://a.example/large.jpg", .refused, "media-not-shown"),
        ("https://a.example/fetch-status-4xx", .refused, "media-unreachable"),
        ("https://a.example/media-corrupt", .refused, "media-not-shown"),
        ("https://a.example/fetch-status-5xx", .mayPass, "fetch-status-5xx"),
        ("https://a.example/configuration-machine", .machine, "configuration-machine"),
    ])
    func `the media is looked at when that is asked for`(url: String, status: ExitStatus, words: String) async throws {
        var line = ScriptedLine()
        line.baseNames = true
        // The codes are no names of files, which is a fault besides.
        let content = #"{"aps":{"alert":"a","mutable-content":1},"attachment":"\#(url)"}"#
        let (found, console) = try await run(content, "--check", "FILE", "--fetch", line: line)
        #expect(!console.output.contains(".."), "\(console.output)")
        let isNamed = url.hasSuffix(".jpg")
        #expect(found == (isNamed ? status : status.joined(with: .refused)))
        #expect(console.output.contains(words), "\(console.output)")
    }

    @Test func `a file without anything in it is a fault, not silence`() async throws {
        #expect(try await run("\n", "FILE", "--title=Hi").status == .refused)
        let (status, console) = try await run("", "--check", "FILE")
        #expect(status == .refused && console.output.contains("not-json"))
    }

    @Test func `without being asked to, nothing is fetched`() async throws {
        let content = #"{"aps":{"alert":"a","mutable-content":1},"attachment":"https://a.example/x.jpg"}"#
        await confirmation(expectedCount: 0) { made in
            try? await TemporaryFolder.with { folder in
                try content.write(toFile: folder + "/in.json", atomically: false, encoding: .utf8)
                let tool = Tool(console: RecordingConsole().console) { _ in
                    made()
                    return ScriptedLine()
                }
                #expect(await tool.run(["payload", "--check", folder + "/in.json"]) == .ready)
            }
        }
    }

    @Test(arguments: [
        ("10s@1.6mbps", 1_867_200), ("10s@slow-4g", 1_867_200), ("2s@3G", 14_600), ("1h@wifi", 100_000_000),
    ])
    func `a time on a link is a size`(text: String, bytes: Int) throws {
        let fit = try #require(LinkFit(text))
        #expect(abs(fit.bytes - bytes) < 15_000)
        #expect(fit.applied(to: AttachmentProfile.push.goals).still == min(fit.bytes, 10_000_000))
        #expect(fit.applied(to: AttachmentProfile.push.goals).audio == min(fit.bytes, 5_000_000))
    }

    @Test(arguments: ["10s", "10@4g", "10s@", "10s@5g", "1s@3g", "10s@0mbps", "@4g", "10s@4g@4g"])
    func `what is no time on a link, or leaves no room, is refused`(text: String) {
        #expect(LinkFit(text) == nil)
    }
}
