internal import Foundation
internal import MediaSamples
internal import Serving
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(2)))
struct ServiceTests {
    @Test(arguments: [
        ("GET", "/nowhere", 404), ("PUT", "/v1/attachments", 405), ("GET", "/v1/attachments", 200),
        ("GET", "/v1/originals/", 404), ("GET", "/v1/originals/..%2f..%2fetc", 404), ("GET", "/page/", 404),
        ("DELETE", "/v1/attachments/\(String(repeating: "a", count: 64))?variants=1", 400),
        ("POST", "/healthz", 405),
        ("GET", "/media/", 404), ("GET", "/media/../../etc/passwd", 404), ("GET", "/media/ab%2F..%2Fc", 404),
        ("GET", "/media/%2e%2e/%2e%2e/etc/passwd", 404), ("GET", "//etc/passwd", 404),
        ("GET", "/media//etc/passwd", 404),
        ("GET", "/media/aa%2f\(String(repeating: "a", count: 64)).jpg", 404), ("GET", "/media/aa/..%5c..%5ca", 404),
        ("GET", "/media/aa/\(String(repeating: "a", count: 64)).jpg", 404),
        ("GET", "/media/aa/\(String(repeating: "a", count: 64)).jpg/", 404),
        ("GET", "/healthz", 200), ("HEAD", "/healthz", 200), ("GET", "/metrics", 200),
    ])
    func `every path has its answer`(method: String, path: String, status: Int) async throws {
        try await ServiceBench.with { bench in
            #expect(await bench.get(path, method: method)?.status == status)
        }
    }

    @Test func `a published file is served by the contract`() async throws {
        try await ServiceBench.with(["/a.jpg": [try .sample(.photo1200x800)]]) { bench in
            let receipt = try #require(await bench.order("/a.jpg")).object
            let url = try #require(receipt["url"] as? String)
            let path = String(url.dropFirst("https://cdn.example.com".count))
            // However often it is asked for.
            for _ in 1...3 { try await Self.checkContract(of: path, bench) }
            // Each of its answers is counted, wherever it came from.
            let metrics = try #require(await bench.get("/metrics")).text
            #expect(metrics.contains(#"affix_requests_total{route="media",status="200"} 12"#))
        }
    }

    private static func checkContract(of path: String, _ bench: ServiceBench) async throws {
        let whole = try #require(await bench.get(path))
        let tag = try #require(whole.headers["etag"])
        #expect(whole.status == 200 && whole.body.starts(with: [0xFF, 0xD8, 0xFF, 0xE0]))
        #expect(whole.headers["content-type"] == "image/jpeg" && whole.headers["accept-ranges"] == "bytes")
        #expect(whole.headers["content-length"] == String(whole.body.count))
        // Caches hand it on: it is nobody's request.
        #expect(whole.headers["x-request-id"] == nil)
        #expect(whole.headers["cache-control"] == "public, max-age=31536000, immutable")
        #expect(whole.headers["access-control-allow-origin"] == "*")
        #expect(whole.headers["x-content-type-options"] == "nosniff")
        let head = try #require(await bench.get(path, method: "HEAD"))
        #expect(head.headers["content-length"] == String(whole.body.count))
        let known = try #require(await bench.get(path, headers: ["If-None-Match: W/\(tag)"]))
        #expect(known.status == 304)
        // A cache takes over what a 304 says of the length.
        #expect([nil, String(whole.body.count)].contains(known.headers["content-length"]))
        #expect(await bench.get(path, headers: ["If-None-Match: \"x\""])?.status == 200)
        let part = try #require(await bench.get(path, headers: ["Range: bytes=2-5"]))
        #expect(part.status == 206 && part.body == Array(whole.body[2...5]))
        #expect(part.headers["content-range"] == "bytes 2-5/\(whole.body.count)")
        #expect(await bench.get(path, headers: ["Range: bytes=2-5", "If-Range: \(tag)"])?.status == 206)
        #expect(await bench.get(path, headers: ["Range: bytes=2-5", "If-Range: \"x\""])?.status == 200)
        #expect(await bench.get(path, headers: ["Range: bytes=99999999-"])?.status == 416)
    }

    @Test func `whoever makes the service work needs a token`() async throws {
        try await ServiceBench.with(["/a.jpg": [try .sample(.photo1200x800)]]) { configuration, folder in
            let file = folder + "/tokens"
            try? "# ours\npush-team:0123456789abcdef\n".write(toFile: file, atomically: true, encoding: .utf8)
            configuration.tokenFile = file
            configuration.requestsPerSecond = 1
        } _: { bench in
            let body = #"{"source": "\#(bench.origin.url("/a.jpg"))"}"#
            let stranger = try #require(await bench.post("/v1/attachments", body))
            #expect(stranger.status == 401 && stranger.headers["www-authenticate"] == "Bearer")
            let wrong = await bench.post("/v1/attachments", body, headers: ["Authorization: Bearer 0123456789abcdee"])
            #expect(wrong?.status == 401)
            let known = ["Authorization: Bearer 0123456789abcdef"]
            #expect(await bench.post("/v1/attachments", body, headers: known)?.status == 200)
            #expect(await bench.get("/healthz")?.status == 200)
            var statuses: Set<Int> = []
            for _ in 0..<20 { statuses.insert(await bench.post("/v1/attachments", "{", headers: known)?.status ?? 0) }
            #expect(statuses.contains(429))
            #expect(bench.logLines.contains { $0.contains(#""token":"push-team""#) })
            #expect(!bench.logLines.contains { $0.contains("0123456789") })
        }
    }

    @Test func `a request is one line of the log, without its URL`() async throws {
        try await ServiceBench.with(["*": [try .sample(.photo1200x800)]]) { bench in
            let answer = await bench.post(
                "/v1/attachments", #"{"source": "\#(bench.origin.url("/a.jpg"))?secret=1"}"#,
                headers: ["X-Request-Id: my-id", "traceparent: 00-aa-bb-01"])
            #expect(answer?.headers["x-request-id"] == "my-id" && answer?.headers["traceparent"] == "00-aa-bb-01")
            #expect(bench.logLines.count == 1)
            let line = try #require(bench.logLines.first)
            #expect(line.contains(#""id":"my-id""#) && line.contains(#""result":"ready""#) && line.hasSuffix("}\n"))
            #expect(!line.contains("127.0.0.1") && !line.contains("secret"))
            let entry = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let stages = try #require(entry["stages"] as? [String: Double])
            #expect(stages.keys.sorted() == ["fetch", "publish", "recognize", "render", "total"])
            #expect(stages["render"] ?? 0 > 0 && entry["digest"] as? String == answer?.object["digest"] as? String)
        }
    }

    @Test(arguments: [("localhost:8080", 400), ("127.0.0.1", 400), ("[::1]:80", 400), ("evil.example:8080", 403)])
    func `without tokens nobody is led here by another name`(host: String, status: Int) async throws {
        try await ServiceBench.with { bench in
            let text = "POST /v1/attachments HTTP/1.1\r\nHost: \(host)\r\nContent-Type: application/json\r\n"
            #expect(await RawClient.ask(bench.port, text + "Content-Length: 1\r\n\r\n{")?.status == status)
        }
    }

    @Test func `a body of another type or size is refused`() async throws {
        try await ServiceBench.with { configuration, _ in
            configuration.bodyBytes = 100
        } _: { bench in
            let long = await bench.post("/v1/attachments", String(repeating: " ", count: 101))
            #expect(long?.status == 413)
            let text =
                "POST /v1/attachments HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\nContent-Length: 0\r\n\r\n"
            #expect(await RawClient.ask(bench.port, text)?.status == 415)
        }
    }

    @Test func `a full disk makes the service unready before it is full`() async throws {
        try await ServiceBench.with { configuration, _ in
            configuration.leastFreeBytes = .max
        } _: { bench in
            let answer = try #require(await bench.get("/readyz"))
            #expect(answer.status == 503 && answer.object["code"] as? String == "publish-no-space")
            let order = try #require(await bench.order("/a.jpg"))
            #expect(order.status == 507)
            let text = try #require(await bench.order("/a.jpg", #", "on_failure": "text-only""#))
            #expect(text.status == 200 && text.object["status"] as? String == "text-only")
        }
    }

    @Test func `whoever asks is told when the service begins to end`() async throws {
        try await ServiceBench.with { bench in
            // Its programs have been loaded by then.
            let bytes = try MediaSample.photo1200x800.bytes
            #expect(await bench.upload(bytes)?.status == 200)
            #expect(await bench.get("/readyz")?.status == 200)
            #expect(await bench.metric("affix_ready") == 1)
            bench.beginDraining()
            let answer = try #require(await bench.get("/readyz"))
            #expect(answer.status == 503 && answer.object["code"] as? String == "overloaded")
            #expect(await bench.metric("affix_ready") == 0)
            #expect(await bench.get("/healthz")?.status == 200)
        }
    }

    @Test func `what is not published is not to be asked for again at once, nor for long`() async throws {
        try await ServiceBench.with { bench in
            let path = "/media/aa/\(String(repeating: "a", count: 64)).jpg"
            #expect(await bench.get(path)?.headers["cache-control"] == "public, max-age=5")
        }
    }

    @Test func `what has the name of a published file and is none holds nobody up`() async throws {
        try await ServiceBench.with { bench in
            let folder = bench.shelf + "/bb"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let path = "/bb/\(String(repeating: "b", count: 64)).mp4"
            let hasPipe = unsafe mkfifo(bench.shelf + path, 0o644) == 0
            #expect(hasPipe)
            #expect(await bench.get("/media" + path)?.status == 404)
        }
    }

    @Test func `metrics tell of workers, of the shelf and of what waits`() async throws {
        try await ServiceBench.with(["/a.jpg": [try .sample(.photo1200x800)], "/b.jpg": [.init([.hold])]]) { bench in
            let bytes = try #require(await bench.order("/a.jpg")?.object["bytes"] as? Int)
            let body = #"{"source": "\#(bench.origin.url("/b.jpg"))"}"#
            #expect(await bench.post("/v1/attachments?wait=0", body)?.status == 202)
            #expect(await bench.metric("affix_jobs_waiting") == 1)
            #expect(await bench.metric("affix_jobs_oldest_seconds") ?? -1 >= 0)
            #expect(await bench.metric("affix_callbacks_waiting") == 0)
            #expect(await bench.metric("affix_workers_started_total") ?? 0 >= 1)
            #expect(await bench.metric("affix_workers_failed_total") == 0)
            #expect(
                await bench.metric("affix_received_bytes_total") == Double(try MediaSample.photo1200x800.bytes.count))
            #expect(await bench.metric("affix_sent_bytes_total") ?? 0 > 0)
            // It is counted beside.
            while await bench.metric("affix_shelf_files") == nil { await Task.yield() }
            // And the one that was made to see whether the service is ready.
            #expect(await bench.metric("affix_shelf_files") == 2)
            #expect(await bench.metric("affix_shelf_bytes") ?? 0 > Double(bytes))
            #expect(await bench.metric("affix_ready") == 1)
        }
    }

    @Test func `metrics are in the format of Prometheus`() async throws {
        try await ServiceBench.with(["/a.jpg": [try .sample(.photo1200x800)]]) { bench in
            _ = await bench.order("/a.jpg")
            let text = try #require(await bench.get("/metrics")).text
            #expect(text.contains(#"affix_attachments_total{result="ready"} 1"#))
            #expect(text.contains(#"affix_stage_seconds_count{stage="render"} 1"#))
            for line in text.split(separator: "\n") where !line.hasPrefix("#") {
                #expect(Double(line.split(separator: " ").last ?? "") != nil, "\(line)")
            }
        }
    }
}
