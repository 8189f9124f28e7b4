internal import Affix
internal import AttachmentModel
internal import Foundation
internal import HTTPServer
internal import MediaSamples
internal import Serving
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(3)))
struct UploadTests {
    @Test(arguments: ["image/jpeg", "image/heic", "video/x-anything", "application/octet-stream; a=b"])
    func `the bytes of a request are prepared, whatever it calls them`(type: String) async throws {
        let bytes = try MediaSample.photo1200x800.bytes
        try await ServiceBench.with { bench in
            let answer = try #require(
                await bench.upload(bytes, to: "/v1/attachments?profile=lite&id=x", type: type))
            #expect(answer.status == 200 && answer.object["status"] as? String == "ready")
            #expect(answer.object["id"] as? String == "x")
            let source = answer.object["source"] as? [String: Any]
            #expect(source?["url"] as? String == "upload")
            #expect((answer.object["facts"] as? [String: Any])?["width"] as? Int == 512)
            #expect(!answer.text.contains("/proc") && !answer.text.contains(bench.state))
        }
    }

    @Test func `the file of a form is prepared to the same bytes`() async throws {
        let bytes = try MediaSample.photo1200x800.bytes
        try await ServiceBench.with { bench in
            let bare = try #require(await bench.upload(bytes))
            let form = try #require(await bench.upload(Self.form(bytes), type: Self.formType))
            #expect(form.status == 200)
            #expect(form.object["digest"] as? String == bare.object["digest"] as? String)
            // The very same bytes were rendered before.
            #expect(form.object["remembered"] as? Bool == true)
        }
    }

    @Test func `a query may hold a profile and variants as JSON`() async throws {
        let bytes = try MediaSample.photo1200x800.bytes
        let profile = Self.escaped(#"{"base": "push", "gravity": "0.1,0.5"}"#)
        let variants = Self.escaped(#"["banner", {"base": "push", "name": "keen", "gravity": "attention"}]"#)
        try await ServiceBench.with { bench in
            let answer = try #require(
                await bench.upload(bytes, to: "/v1/attachments?profile=\(profile)&variants=\(variants)"))
            let crop = (answer.object["crop"] as? [String: Any])?["box"] as? [String: Any]
            #expect(crop?["x"] as? Double == 0)
            let names = (answer.object["variants"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
            #expect(names == ["banner", "keen"])
        }
    }

    @Test func `an upload can be inspected`() async throws {
        let bytes = try MediaSample.photoWebP.bytes
        try await ServiceBench.with { bench in
            let answer = try #require(await bench.upload(bytes, to: "/v1/inspections", type: "image/webp"))
            #expect((answer.object["verdict"] as? [String: Any])?["answer"] as? String == "needs-work")
            #expect(TemporaryFolder.files(below: bench.shelf).isEmpty)
        }
    }

    @Test(arguments: [
        ("?profile=huge", 400), ("?profil=push", 400), ("?profile={", 400), ("?variants=push,huge", 400),
        ("?deadline_ms=x", 400),
        ("?deadline_ms=1", 400), ("?on_failure=shrug", 400), ("?keep_original=perhaps", 400), ("?%zz", 400),
    ])
    func `a query that cannot be read is refused`(query: String, status: Int) async throws {
        try await ServiceBench.with { bench in
            let answer = try #require(await bench.upload([1, 2, 3], to: "/v1/attachments" + query))
            #expect(answer.status == status && answer.object["code"] as? String == "request-malformed")
        }
    }

    @Test(arguments: [
        ("profile={", "profile is no JSON: "), ("variants=[", "variants is no JSON: "),
        ("variants=[5]", "A profile is the name of one, or an object"),
        ("profile={\"width\":\"x\"}", "The member width must be a whole number"),
        ("variants=[null]", "A profile is the name of one, or an object"),
        ("profile={\"name\":5}", "The member name must be a text"),
    ])
    func `what is wrong in a query is told of what stands there`(query: String, words: String) async throws {
        try await ServiceBench.with { bench in
            let parts = query.split(separator: "=", maxSplits: 1)
            let answer = try #require(
                await bench.upload([1, 2, 3], to: "/v1/attachments?\(parts[0])=\(Self.escaped(String(parts[1])))"))
            let message = try #require(answer.object["message"] as? String)
            #expect(answer.status == 400 && message.hasPrefix(words), "\(message)")
        }
    }

    @Test(
        arguments: [
            ([], "image/jpeg", 422, "media-empty"), (Array("hello".utf8), "image/jpeg", 422, "media-unsupported-type"),
            ([1, 2, 3], "text/plain", 415, "request-media-type"),
            ([1, 2, 3], "imagery/jpeg", 415, "request-media-type"),
            (Array("hello".utf8), "multipart/form-data", 400, "request-malformed"),
            (Array("hello".utf8), formType, 400, "request-malformed"),
            (form([], name: "other"), formType, 400, "request-malformed"),
            (form([1, 2, 3]).dropLast(8), formType, 400, "request-malformed"),
            (form([]), formType, 422, "media-empty"),
        ] as [([UInt8], String, Int, String)])
    func `what is no upload is refused and leaves nothing`(bytes: [UInt8], type: String, status: Int, code: String)
        async throws
    {
        try await ServiceBench.with { bench in
            let answer = try #require(await bench.upload(bytes, type: type))
            #expect(answer.status == status && answer.object["code"] as? String == code)
            try await Self.expectNothingLeft(of: bench)
        }
    }

    @Test func `an upload that says it is too large is refused before it comes`() async throws {
        try await ServiceBench.with(settings: Self.small) { bench in
            let head =
                "POST /v1/attachments HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: image/png\r\nContent-Length: 4000001\r\n\r\n"
            #expect(await RawClient.ask(bench.port, head)?.status == 413)
            try await Self.expectNothingLeft(of: bench)
        }
    }

    @Test func `an upload that turns out to be too large for its kind is refused, and memory stays flat`() async throws
    {
        try await ServiceBench.with(settings: Self.small) { bench in
            var bytes = try MediaSample.photo1200x800.bytes
            bytes += [UInt8](repeating: 0, count: 3_500_000 - bytes.count)
            let answer = try #require(await bench.upload(bytes))
            #expect(answer.status == 413 && answer.object["code"] as? String == "request-too-large")
            try await Self.expectNothingLeft(of: bench)
        }
    }

    @Test func `an upload that is refused early is told so when all of it was sent`() async throws {
        var settings = Self.small
        settings.limits.movie = 100_000_000
        try await ServiceBench.with(settings: settings) { bench in
            let answer = try #require(await bench.upload([UInt8](repeating: 0, count: 90_000_000)))
            #expect(answer.status == 413 && answer.object["code"] as? String == "request-too-large")
        }
    }

    @Test func `an upload without an end is cut, and memory stays flat`() async throws {
        try await ServiceBench.with(settings: Self.small) { bench in
            let piece = Array("100000\r\n".utf8) + [UInt8](repeating: 0, count: 1 << 20) + Array("\r\n".utf8)
            ResidentMemory.forgetPeak()
            let before = ResidentMemory.peak
            let hasEnded = await RawClient.talking(to: bench.port) { client in
                client.send(
                    "POST /v1/attachments HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: video/mp4\r\nTransfer-Encoding: chunked\r\n\r\n"
                )
                for _ in 0..<200 { client.send(piece) }
                return client.readToEnd() != nil
            }
            #expect(hasEnded)
            #expect(ResidentMemory.peak - before < 16_000_000)
            try await Self.expectNothingLeft(of: bench)
        }
    }

    @Test(arguments: [true, false])
    func `an upload that drips is cut, by its time or its pace, told so and logged`(hasTime: Bool) async throws {
        try await ServiceBench.with { configuration, _ in
            if hasTime {
                configuration.server.answerTime = .milliseconds(300)
            } else {
                configuration.uploadTime = .milliseconds(300)
            }
        } _: { bench in
            let answer = await RawClient.talking(to: bench.port) { client -> RawClient.Answer? in
                client.send(
                    "POST /v1/attachments HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: image/jpeg\r\nContent-Length: 90000\r\n\r\n"
                )
                for _ in 0..<5_000 {
                    client.send("a")
                    if client.hasSomething(within: .milliseconds(10)) { return client.readAnswer() }
                }
                return nil
            }
            #expect(answer?.status == 408 && answer?.object["code"] as? String == "request-late")
            #expect(bench.logLines.filter { $0.contains(#""result":"request-late""#) }.count == 1)
            try await Self.expectNothingLeft(of: bench)
        }
    }

    @Test(arguments: ["image/jpeg", formType])
    func `an upload whose sender goes away leaves nothing`(type: String) async throws {
        try await ServiceBench.with { bench in
            let start = type == "image/jpeg" ? [] : Self.form([]).prefix(150)
            let sent = start + [UInt8](repeating: 7, count: 2_000_000)
            _ = await RawClient.talking(to: bench.port) { client in
                client.send(
                    "POST /v1/attachments HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: \(type)\r\nContent-Length: 9000000\r\n\r\n"
                )
                client.send(Array(sent))
                return client.isConnected
            }
            try await Self.expectNothingLeft(of: bench)
            let bytes = try MediaSample.photo1200x800.bytes
            #expect(await bench.upload(bytes)?.status == 200)
        }
    }

    @Test func `an upload finds no room on a full disk, before it is sent`() async throws {
        try await ServiceBench.with { configuration, _ in
            configuration.leastFreeBytes = .max
        } _: { bench in
            let head =
                "POST /v1/attachments HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: image/png\r\nContent-Length: 4000\r\n\r\n"
            #expect(await RawClient.ask(bench.port, head)?.status == 507)
        }
    }

    static let formType = "multipart/form-data; boundary=----frame"

    static func form(_ bytes: [UInt8], name: String = "file") -> [UInt8] {
        let head =
            "Content-Disposition: form-data; name=\"\(name)\"; filename=\"../../<img>.jpg\"\r\nContent-Type: image/jpeg"
        return Array("------frame\r\n\(head)\r\n\r\n".utf8) + bytes + Array("\r\n------frame--\r\n".utf8)
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    private static var small: PreparerConfiguration {
        var settings = PreparerConfiguration()
        (settings.limits.image, settings.limits.movie) = (3_000_000, 4_000_000)
        (settings.limits.audio, settings.limits.unnamed) = (3_000_000, 3_000_000)
        return settings
    }

    /// No file in the folders, and no spool held open.
    private static func expectNothingLeft(of bench: ServiceBench) async throws {
        #expect(TemporaryFolder.files(below: bench.shelf).isEmpty)
        #expect(TemporaryFolder.files(below: bench.state).allSatisfy { $0.contains(".sqlite") })
        // A connection that was cut is noticed in a moment.
        while Self.openSpools(of: bench) > 0 { await Task.yield() }
    }

    private static func openSpools(of bench: ServiceBench) -> Int {
        let folder = "/proc/self/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.count { name in
            let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + name)) ?? ""
            return target.hasPrefix("/memfd:affix-spool") || target.hasPrefix(bench.state + "/#")
        }
    }
}
