internal import Foundation
internal import HTTPServer
internal import MediaSamples
internal import Serving
internal import TestSupport
internal import Testing

/// What comes from whoever means no good, or knows no better.
@Suite(.timeLimit(.minutes(2)))
struct BadRequestTests {
    /// Bodies that are no order.
    private static let bodies: [[UInt8]] = [
        Array(#"{"source": "https://a.example/"#.utf8) + [0xFF, 0xFE] + Array("\"}".utf8), [0xC0, 0x80],
        Array(#"{"source": "\ud800"}"#.utf8), Array(repeating: UInt8(ascii: "["), count: 500_000),
        Array(repeating: UInt8(ascii: " "), count: 1 << 20), Array(#"{"source": 1e999}"#.utf8),
        Array(#"{"items": {"0": {}}}"#.utf8), Array(#"{"source": null}"#.utf8), Array("NaN".utf8),
    ]

    /// Bodies that a lenient reader takes for orders.
    private static let almost: [[UInt8]] = [
        Array(#"{"source": "data:,x",}"#.utf8), Array(#"{"source": "data:,x", "variants": ["lite",]}"#.utf8),
        Array(#"{"source": "data:,x", "source": "data:,y"}"#.utf8),
        Array("\u{FEFF}{\"source\": \"data:,x\"}".utf8),
        [0xFF, 0xFE] + Array("{\"source\": \"data:,x\"}".utf16.map { [UInt8($0), 0] }.joined()),
    ]

    @Test(arguments: almost)
    func `a body that is almost JSON is refused`(body: [UInt8]) async throws {
        try await ServiceBench.with { bench in
            let answer = try #require(await bench.upload(body, type: "application/json"))
            #expect(answer.status == 400 && answer.object["code"] as? String == "request-malformed")
        }
    }

    @Test(arguments: bodies.indices)
    func `a body that is no order is refused with a problem`(index: Int) async throws {
        try await ServiceBench.with { bench in
            let answer = try #require(await bench.upload(Self.bodies[index], type: "application/json"))
            #expect(answer.status == 400 && answer.headers["content-type"] == "application/problem+json")
            #expect(answer.object["code"] as? String == "request-malformed")
        }
    }

    @Test(arguments: [
        "GET /healthz HTTP/1.1\r\n\r\n", "GET /health z HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /healthz\u{0} HTTP/1.1\r\nHost: a\r\n\r\n", "GET /healthz HTTP/1.1\r\nHost: a\r\nX : y\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: br\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\nAuthorization: Bearer y\r\n\r\n",
    ])
    func `a head that is not clear is refused with a problem that says what is wrong`(head: String) async throws {
        try await ServiceBench.with { bench in
            let answer = try #require(await RawClient.ask(bench.port, head))
            #expect(answer.status == 400 && answer.headers["content-type"] == "application/problem+json")
            #expect(answer.object["code"] as? String == "request-malformed" && answer.headers["connection"] == "close")
        }
    }

    @Test func `a whole URL as target is served as its path, and its host is the one that counts`() async throws {
        try await ServiceBench.with { bench in
            func status(_ target: String, host: String) async -> Int? {
                await RawClient.ask(bench.port, "GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n")?.status
            }
            #expect(await status("http://evil.example/healthz", host: "127.0.0.1") == 200)
            #expect(await status("http://127.0.0.1/v1/attachments", host: "evil.example") == 200)
            #expect(await status("http://evil.example/v1/attachments", host: "127.0.0.1") == 403)
        }
    }

    @Test func `many bad requests leave the memory as it was`() async throws {
        try await ServiceBench.with { bench in
            func ask(_ times: Int) async {
                for _ in 0..<times {
                    for body in Self.bodies { _ = await bench.upload(body, type: "application/json") }
                    _ = await bench.get("/" + String(repeating: "a", count: 40_000))
                    _ = await bench.get("/media/%2e%2e/%2e%2e/etc/passwd")
                }
            }
            // What every process keeps once it has seen such bodies is no leak.
            await ask(3)
            ResidentMemory.forgetPeak()
            let before = ResidentMemory.peak
            await ask(40)
            #expect(ResidentMemory.peak - before < 24_000_000)
        }
    }

    @Test func `bodies that find no memory are told to come back`() async throws {
        try await ServiceBench.with { configuration, _ in
            configuration.server.bodyMemory = 50
        } _: { bench in
            let answer = try #require(await bench.post("/v1/attachments", String(repeating: " ", count: 51)))
            #expect(answer.status == 503 && answer.headers["retry-after"] != nil)
            #expect(answer.object["code"] as? String == "overloaded")
            #expect(await bench.post("/v1/attachments", "{")?.status == 400)
        }
    }

    @Test(arguments: [
        "http://127.0.0.2/a.jpg", "http://[::ffff:127.0.0.2]/a.jpg", "http://2130706434/a.jpg", "http://0x7f.2/a.jpg",
        "http://169.254.169.254/latest/meta-data", "http://[fd00:ec2::254]/", "http://10.0.0.1/",
    ])
    func `neither a source nor a substitute leads into a private network`(link: String) async throws {
        try await ServiceBench.with { bench in
            let source = try #require(
                await bench.post("/v1/attachments", #"{"source": "\#(link)", "on_failure": "problem"}"#))
            #expect(source.status == 422 && source.object["code"] as? String == "source-address-forbidden")
            let instead = try #require(
                await bench.order("/gone.jpg", #", "on_failure": {"substitute": "\#(link)"}"#))
            #expect(instead.status == 200 && instead.object["status"] as? String == "text-only")
            let problem = instead.object["substitute_problem"] as? [String: Any]
            #expect(problem?["code"] as? String == "source-address-forbidden")
        }
    }

    @Test func `a substitute that leads elsewhere is not followed into a private network`() async throws {
        let away = LoopbackOrigin.Answer.redirect(to: "http://127.0.0.2/a.jpg")
        try await ServiceBench.with(["/b.jpg": [away]]) { bench in
            let substitute = #", "on_failure": {"substitute": "\#(bench.origin.url("/b.jpg"))"}"#
            let answer = try #require(await bench.order("/gone.jpg", substitute))
            let problem = answer.object["substitute_problem"] as? [String: Any]
            #expect(problem?["code"] as? String == "source-address-forbidden")
        }
    }
}
