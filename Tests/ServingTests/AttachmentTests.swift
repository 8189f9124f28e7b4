internal import Affix
internal import Foundation
internal import MediaSamples
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(2)))
struct AttachmentTests {
    @Test func `an attachment is prepared, and served where its receipt says`() async throws {
        try await ServiceBench.with(["/a.jpg": [try .sample(.photo1200x800)]]) { bench in
            let answer = try #require(await bench.order("/a.jpg", #", "id": "x""#))
            #expect(answer.status == 200 && answer.headers["content-type"] == "application/json")
            let receipt = answer.object
            #expect(receipt["status"] as? String == "ready" && receipt["id"] as? String == "x")
            let url = try #require(receipt["url"] as? String)
            let file = try #require(await bench.get(String(url.dropFirst("https://cdn.example.com".count))))
            #expect(file.status == 200 && file.headers["content-type"] == "image/jpeg")
            #expect(file.body.count == receipt["bytes"] as? Int)
            #expect(file.headers["etag"] == "\"\(receipt["digest"] as? String ?? "")\"")
        }
    }

    @Test func `a payload that is asked for is composed around the attachment`() async throws {
        try await ServiceBench.with(["/a.jpg": [try .sample(.photo1200x800)]]) { bench in
            let payload =
                #", "payload": {"presets": ["fcm", "braze"], "title": "Hi", "merge": {"aps": {"badge": 1}, "page": [1, 0.5, null]}}"#
            let answer = try #require(await bench.order("/a.jpg", payload))
            #expect(answer.status == 200 && answer.object["status"] as? String == "ready")
            let composed = try #require(answer.object["payload"] as? [String: Any])
            let aps = try #require(composed["aps"] as? [String: Any])
            #expect(aps["mutable-content"] as? Int == 1 && aps["badge"] as? Int == 1)
            let url = (composed["fcm_options"] as? [String: Any])?["image"] as? String
            #expect(url == answer.object["url"] as? String)
            let size = try JSONSerialization.data(withJSONObject: composed, options: .withoutEscapingSlashes).count
            #expect(size == answer.object["payload_bytes"] as? Int)
        }
    }

    @Test func `media at a base that the settings let be http may be in a payload`() async throws {
        var settings = PreparerConfiguration()
        settings.baseURL = "http://127.0.0.1:8080/media"
        settings.allowHTTPBase = true
        try await ServiceBench.with(["/a.jpg": [try .sample(.photo1200x800)]], settings: settings) { bench in
            let answer = try #require(await bench.order("/a.jpg", #", "payload": {"title": "Hi", "presets": ["fcm"]}"#))
            let composed = try #require(answer.object["payload"] as? [String: Any])
            let url = (composed["fcm_options"] as? [String: Any])?["image"] as? String
            #expect(answer.status == 200 && url?.hasPrefix("http://127.0.0.1:8080/media/") == true)
        }
    }

    @Test func `a payload of text alone without a text is a problem`() async throws {
        try await ServiceBench.with { bench in
            let answer = try #require(await bench.order("/gone.jpg", #", "on_failure": "text-only", "payload": {}"#))
            #expect(answer.status == 422 && answer.object["code"] as? String == "payload-invalid")
        }
    }

    @Test func `a payload of text alone goes with the advice to send text, and one too large is a problem`()
        async throws
    {
        try await ServiceBench.with(["/a.jpg": [try .sample(.photo1200x800)]]) { bench in
            let text = #", "on_failure": "text-only", "payload": {"title": "Hi"}"#
            let answer = try #require(await bench.order("/gone.jpg", text))
            #expect(answer.status == 200 && answer.object["status"] as? String == "text-only")
            #expect((answer.object["payload"] as? [String: Any])?.keys.sorted() == ["aps"])
            let long = #", "payload": {"body": ""# + String(repeating: "x", count: 5_000) + #""}"#
            let refused = try #require(await bench.order("/a.jpg", long))
            #expect(refused.status == 422 && refused.object["code"] as? String == "payload-too-large")
        }
    }

    @Test func `a host that has no such file is a failed dependency`() async throws {
        try await ServiceBench.with { bench in
            let answer = try #require(await bench.order("/gone.jpg"))
            #expect(answer.status == 424 && answer.object["code"] as? String == "fetch-status-4xx")
        }
    }

    @Test func `a caller who prefers text gets a receipt that says so`() async throws {
        try await ServiceBench.with { bench in
            let answer = try #require(await bench.order("/gone.jpg", #", "on_failure": "text-only", "id": "x""#))
            #expect(answer.status == 200 && answer.object["status"] as? String == "text-only")
            let problem = answer.object["problem"] as? [String: Any]
            #expect(problem?["code"] as? String == "fetch-status-4xx")
            #expect(answer.object["id"] as? String == "x" && answer.object["url"] is NSNull)
        }
    }

    @Test func `a substitute is prepared in the place of what cannot be had`() async throws {
        try await ServiceBench.with(["/b.jpg": [try .sample(.photo1200x800)]]) { bench in
            let substitute = #", "on_failure": {"substitute": "\#(bench.origin.url("/b.jpg"))"}"#
            let answer = try #require(await bench.order("/gone.jpg", substitute))
            #expect(answer.status == 200 && answer.object["status"] as? String == "substitute")
            #expect((answer.object["url"] as? String)?.hasSuffix(".jpg") == true)
            let problem = answer.object["problem"] as? [String: Any]
            #expect(problem?["code"] as? String == "fetch-status-4xx")
        }
    }

    @Test func `a substitute that cannot be had either leaves text, with both reasons`() async throws {
        try await ServiceBench.with(["/b": [.ok(Array("hello".utf8))]]) { bench in
            let substitute = #", "on_failure": {"substitute": "\#(bench.origin.url("/b"))"}"#
            let answer = try #require(await bench.order("/gone.jpg", substitute))
            #expect(answer.status == 200 && answer.object["status"] as? String == "text-only")
            let problem = answer.object["substitute_problem"] as? [String: Any]
            #expect(problem?["stage"] as? String != nil)
        }
    }

    @Test func `a substitute may be a file that was published here, or a variant, and costs no fetch`() async throws {
        try await ServiceBench.with(["/b.jpg": [try .sample(.photo1200x800)]]) { bench in
            let made = try #require(await bench.order("/b.jpg", #", "variants": ["lite"]"#)).object
            let digest = try #require(made["digest"] as? String)
            let variant = try #require((made["variants"] as? [[String: Any]])?.first)
            for word in [digest, digest.uppercased()] {
                let answer = try #require(
                    await bench.order("/gone.jpg", #", "id": "x", "on_failure": {"substitute": "\#(word)"}"#))
                #expect(answer.status == 200 && answer.object["status"] as? String == "substitute")
                #expect(answer.object["digest"] as? String == digest && answer.object["id"] as? String == "x")
                #expect(answer.object["url"] as? String == made["url"] as? String)
                #expect(answer.object["remembered"] as? Bool == true)
                let problem = answer.object["problem"] as? [String: Any]
                #expect(problem?["code"] as? String == "fetch-status-4xx")
            }
            let small = try #require(variant["digest"] as? String)
            let answer = try #require(await bench.order("/gone.jpg", #", "on_failure": {"substitute": "\#(small)"}"#))
            #expect(
                answer.object["digest"] as? String == small
                    && answer.object["url"] as? String == variant["url"] as? String)
            #expect((answer.object["facts"] as? [String: Any])?["width"] as? Int == 512)
            #expect(bench.origin.requests.count { $0.hasPrefix("GET /b.jpg") } == 1)
        }
    }

    @Test(arguments: ["unknown", "gone", "withdrawn"])
    func `a published file that is not to be had either leaves text, with both reasons`(how: String) async throws {
        try await ServiceBench.with(["/b.jpg": [try .sample(.photo1200x800)]]) { bench in
            var digest = try #require(await bench.order("/b.jpg")?.object["digest"] as? String)
            switch how {
            case "unknown": digest = String(repeating: "a", count: 64)
            case "gone": try FileManager.default.removeItem(atPath: bench.shelf)
            default: _ = try await bench.otherPreparer().withdraw(digest)
            }
            let answer = try #require(
                await bench.order("/gone.jpg", #", "on_failure": {"substitute": "\#(digest)"}"#))
            #expect(answer.status == 200 && answer.object["status"] as? String == "text-only")
            let problem = answer.object["problem"] as? [String: Any]
            #expect(problem?["code"] as? String == "fetch-status-4xx")
            let other = answer.object["substitute_problem"] as? [String: Any]
            #expect(other?["code"] as? String == (how == "withdrawn" ? "source-withdrawn" : "source-unreadable"))
        }
    }

    @Test func `many orders are answered as they are ready`() async throws {
        let answers: [String: [LoopbackOrigin.Answer]] = ["/a.jpg": [try .sample(.photo1200x800)]]
        try await ServiceBench.with(answers) { bench in
            let items = ["/a.jpg", "/gone.jpg", "/a.jpg"].enumerated().map { number, path in
                #"{"source": "\#(bench.origin.url(path))", "id": "\#(number)"}"#
            }
            let body = #"{"items": [\#(items.joined(separator: ","))]}"#
            let lined = ["Accept: application/x-ndjson"]
            let answer = try #require(await bench.post("/v1/attachments", body, headers: lined))
            #expect(answer.status == 200 && answer.headers["content-type"] == "application/x-ndjson")
            let lines = answer.text.split(separator: "\n").compactMap { line in
                (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
            }
            let states = lines.map { "\($0["index"] ?? "") \($0["id"] ?? ""): \($0["status"] ?? "")" }.sorted()
            #expect(states == ["0 0: ready", "1 1: problem", "2 2: ready"])
            let list = try #require(await bench.post("/v1/attachments", body)).object["items"] as? [[String: Any]]
            #expect(list?.map { $0["index"] as? Int } == [0, 1, 2])
            #expect(list?.map { $0["status"] as? String } == ["ready", "problem", "ready"])
            while bench.logLines.count < 2 { await Task.yield() }
            for line in bench.logLines { #expect(line.contains(#""results":{"fetch-status-4xx":1,"ready":2}"#)) }
        }
    }

    @Test(arguments: [true, false])
    func `a request of many orders is logged when they are done, with the time of all`(isLast: Bool) async throws {
        let slow = LoopbackOrigin.Answer(
            [.pause(.milliseconds(300))] + (try LoopbackOrigin.Answer.sample(.photo1200x800)).steps)
        try await ServiceBench.with(["/a.jpg": [slow]]) { bench in
            let body = #"{"items": [{"source": "data:,x"}, {"source": "\#(bench.origin.url("/a.jpg"))"}]}"#
            let head =
                "POST /v1/attachments HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nX-Request-Id: many\r\nAccept: application/x-ndjson\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
            let text = await RawClient.talking(to: bench.port) { client in
                client.send(head + body)
                // One that goes behind the first line is gone when the second one is ready.
                return String(decoding: (isLast ? client.readAnswer()?.body : client.read()) ?? [], as: UTF8.self)
            }
            while bench.logLines.isEmpty { await Task.yield() }
            let line = try #require(bench.logLines.first)
            let entry = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            #expect(entry["id"] as? String == "many" && entry["milliseconds"] as? Double ?? 0 >= 300)
            #expect(bench.logLines.count == 1)
            guard isLast else { return }
            #expect(entry["status"] as? Int == 200)
            #expect(await bench.metric("affix_sent_bytes_total") == Double(text.utf8.count))
        }
    }

    @Test func `a receipt that holds is given out again without a write`() async throws {
        let lasting = LoopbackOrigin.Answer.ok(
            try MediaSample.photo1200x800.bytes, headers: ["Cache-Control: max-age=600"])
        try await ServiceBench.with(["/a.jpg": [lasting]]) { bench in
            func written() throws -> Data { try Data(contentsOf: URL(filePath: bench.state + "/index.sqlite-wal")) }
            #expect(await bench.order("/a.jpg")?.object["remembered"] as? Bool == false)
            let before = try written()
            for _ in 0..<3 { #expect(await bench.order("/a.jpg")?.object["remembered"] as? Bool == true) }
            #expect(try written() == before)
            #expect(bench.origin.requests.count == 1)
            // What is not on the shelf any more is made again.
            for file in TemporaryFolder.files(below: bench.shelf) {
                try FileManager.default.removeItem(atPath: bench.shelf + "/" + file)
            }
            #expect(await bench.order("/a.jpg")?.object["remembered"] as? Bool == false)
        }
    }

    @Test func `equal orders at once are one fetch`() async throws {
        let slow = LoopbackOrigin.Answer(
            [.pause(.milliseconds(300))] + (try LoopbackOrigin.Answer.sample(.photo1200x800)).steps)
        try await ServiceBench.with(["/a.jpg": [slow]]) { bench in
            let statuses = await withTaskGroup(of: Int?.self) { group in
                for number in 0..<8 { group.addTask { await bench.order("/a.jpg", #", "id": "\#(number)""#)?.status } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses == Array(repeating: 200, count: 8))
            #expect(bench.origin.requests.count == 1)
        }
    }

    @Test func `a caller whose time is over gets its answer, and the work is finished for the next`() async throws {
        let slow = LoopbackOrigin.Answer(
            [.pause(.milliseconds(600))] + (try LoopbackOrigin.Answer.sample(.photo1200x800)).steps)
        try await ServiceBench.with(["/a.jpg": [slow]]) { bench in
            let hasty = try #require(await bench.order("/a.jpg", #", "deadline_ms": 200"#))
            #expect(hasty.status == 504 && hasty.object["code"] as? String == "deadline")
            #expect(await bench.order("/a.jpg")?.status == 200)
            #expect(bench.origin.requests.count == 1)
        }
    }

    @Test func `an inspection has a verdict and publishes nothing`() async throws {
        try await ServiceBench.with(["/a.jpg": [try .sample(.photoWebP)]]) { bench in
            let answer = try #require(
                await bench.post("/v1/inspections", #"{"source": "\#(bench.origin.url("/a.jpg"))"}"#))
            #expect(answer.status == 200)
            #expect((answer.object["verdict"] as? [String: Any])?["answer"] as? String == "needs-work")
            #expect(TemporaryFolder.files(below: bench.shelf).isEmpty)
        }
    }
}
