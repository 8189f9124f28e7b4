internal import AttachmentModel
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import Fetching

@Suite(.timeLimit(.minutes(1)))
struct LinkFetchTests {
    typealias Answer = LoopbackOrigin.Answer

    @Test func `a picture is fetched with what its host said`() async throws {
        let body = picture(2_000_000)
        let headers = ["ETag: \"v1\"", "Last-Modified: Sat, 01 Nov 2025 10:00:00 GMT"]
        let answers: [String: Answer] = [
            "/old?token=secret": .redirect(to: "new.jpg?sig=a%2Fb"), "/new.jpg?sig=a%2Fb": .ok(body, headers: headers),
        ]
        try await Bench.with { bench in
            try await LoopbackOrigin.serving(answers) { origin in
                let seen = Mutex<[Int]>([])
                let fetched = try await bench.fetch(.link(origin.url("/old?token=secret"))) { received, expected in
                    #expect(expected == body.count)
                    seen.withLock { $0.append(received) }
                }
                #expect(fetched.bytes == body && fetched.attempts == 1)
                #expect(seen.withLock { $0 } == seen.withLock { $0.sorted() })
                #expect(seen.withLock { $0.last } == body.count)
                let report = try #require(fetched.origin)
                #expect(report.status == 200 && report.contentType == "image/jpeg")
                #expect(report.contentLength == body.count && report.etag == "\"v1\"")
                #expect(report.lastModified == "Sat, 01 Nov 2025 10:00:00 GMT")
                #expect(report.redirects == ["http://127.0.0.1:\(origin.port)/new.jpg?…"])
                #expect(report.firstByteMilliseconds > 0)
            }
        }
    }

    @Test(
        arguments: [
            (.status("404 Not Found"), .fetchStatus4xx), (.status("503 Unavailable"), .fetchStatus5xx),
            (.ok(picture(100), status: "206 Partial Content"), .fetchUnreadableAnswer),
            (.ok(picture(100), status: "304 Not Modified"), .fetchUnreadableAnswer),
            (.html("<!DOCTYPE html><title>Log in</title>"), .fetchWrongKind),
            (.html("<!DOCTYPE html>" + String(repeating: " ", count: 900), type: "image/jpeg"), .fetchWrongKind),
            (.ok([], type: "image/jpeg"), .mediaEmpty), (.withoutLength([]), .mediaEmpty),
            (.claiming(9_000, [.send(picture(3_000))]), .fetchTruncated),
            (.chunked([picture(3_000)], isEnded: false), .fetchTruncated),
            (.claiming(300_001, [.hold]), .fetchTooLarge),
            (.claiming(200_001, [.send(picture(600)), .hold]), .fetchTooLarge),
            (.withoutLength([.send(picture(600)), .endless([UInt8](repeating: 1, count: 4_096))]), .fetchTooLarge),
            (.chunked([picture(150_000), picture(50_001)]), .fetchTooLarge),
            (.withoutLength([.send([UInt8](repeating: 0xEE, count: 100_001))]), .fetchTooLarge),
            (.withoutLength([.send(picture(600)), .drip([1], each: .milliseconds(50))]), .fetchStalled),
            (.withoutLength([.drip([UInt8](repeating: 1, count: 500), each: .milliseconds(50))]), .fetchTimeoutTotal),
            (.init([.hold]), .fetchTimeoutFirstByte), (.init([.drip([], each: .seconds(1))]), .fetchTimeoutFirstByte),
            (.redirect(to: "/again"), .fetchRedirectLoop),
            (.redirect(to: "http://127.0.0.4/"), .sourceAddressForbidden),
            (.redirect(to: "http://[::1]/"), .sourceAddressForbidden),
            (.redirect(to: "ftp://127.0.0.1/"), .sourceScheme),
            (.redirect(to: "http://169.254.169.254/latest/meta-data/"), .sourceAddressForbidden),
            (.redirect(to: "http://0x7f.4/"), .sourceAddressForbidden),
            (.init([.text("no http\r\n")]), .fetchUnreadableAnswer),
        ] as [(Answer, PreparationError.Code)])
    func `a bad answer ends with its own code and leaves nothing`(answer: Answer, code: PreparationError.Code)
        async throws
    {
        try await Bench.with { bench in
            var bench = bench
            bench.configuration.limits = SourceLimits(image: 200_000, movie: 300_000, audio: 200_000, unnamed: 100_000)
            bench.configuration.budgets = .provoking(code)
            try await LoopbackOrigin.serving(answer) { origin in
                let problem = await bench.problem(.link(origin.url()))
                #expect(problem?.code == code)
                #expect(problem?.message.contains("picture.jpg") == false)
            }
        }
    }

    @Test func `exactly at a limit is fetched`() async throws {
        try await Bench.with { bench in
            var bench = bench
            bench.configuration.limits = SourceLimits(image: 200_000, movie: 1, audio: 1, unnamed: 100_000)
            try await LoopbackOrigin.serving(.ok(picture(200_000))) { origin in
                let fetched = try await bench.fetch(.link(origin.url()))
                #expect(fetched.bytes.count == 200_000)
            }
            try await LoopbackOrigin.serving(.withoutLength([.send(picture(200_000))])) { origin in
                let fetched = try await bench.fetch(.link(origin.url()))
                #expect(fetched.bytes.count == 200_000)
            }
        }
    }

    @Test func `a web page in place of a picture is quoted`() async throws {
        try await Bench.with { bench in
            let page = "<!DOCTYPE html><html><head><title>Please log in</title>" + String(repeating: "x", count: 2_000)
            try await LoopbackOrigin.serving(.claiming(60_000_000, [.text(page), .hold], type: "image/jpeg")) {
                origin in
                let problem = try #require(await bench.problem(.link(origin.url())))
                #expect(problem.code == .fetchWrongKind)
                #expect(problem.message.contains("HTML page titled “Please log in”, declared as image/jpeg"))
            }
        }
    }

    @Test func `a chain of six redirects is too long, and each hop is asked once`() async throws {
        let answers = Dictionary(uniqueKeysWithValues: (0..<7).map { ("/\($0)", Answer.redirect(to: "/\($0 + 1)")) })
        try await Bench.with { bench in
            try await LoopbackOrigin.serving(answers) { origin in
                #expect(await bench.problem(.link(origin.url("/0")))?.code == .fetchTooManyRedirects)
                #expect(origin.requests.count == 6)
            }
        }
    }

    @Test func `a refused connection has its own code`() async throws {
        try await Bench.with { bench in
            try await LoopbackOrigin.withClosedPort { port in
                let problem = try #require(await bench.problem(.link("http://127.0.0.1:\(port)/a?token=secret")))
                #expect(problem.code == .fetchConnect)
                #expect(problem.message.contains("127.0.0.1") && problem.message.contains("\(port)"))
                #expect(!problem.message.contains("secret") && problem.detail?.contains("secret") != true)
            }
        }
    }

    @Test func `what an origin compresses is counted as it comes out`() async throws {
        // gzip of 1,000 zeros, in 29 bytes.
        let zipped: [UInt8] = [
            0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0x02, 0x03, 0x63, 0x60, 0x18, 0x05, 0xA3, 0x60, 0x14, 0x0C, 0x77, 0, 0,
            0x80, 0x17, 0x0B, 0x06, 0xE8, 0x03, 0, 0,
        ]
        try await Bench.with { bench in
            var bench = bench
            try await LoopbackOrigin.serving(.ok(zipped, headers: ["Content-Encoding: gzip"])) { origin in
                let fetched = try await bench.fetch(.link(origin.url()))
                #expect(fetched.bytes.count == 1_000 && fetched.origin?.contentLength == nil)
                bench.configuration.limits = SourceLimits(image: 999, movie: 999, audio: 999, unnamed: 999)
                #expect(await bench.problem(.link(origin.url()))?.code == .fetchTooLarge)
            }
        }
    }

    @Test func `a full room is an overload, not a cut`() async throws {
        try await Bench.with { bench in
            try await LoopbackOrigin.serving(.withoutLength([.endless(picture(65_536))])) { origin in
                #expect(await bench.problem(.link(origin.url()))?.code == .overloaded)
            }
        }
    }

    @Test func `the caller's deadline ends the fetch under its own name`() async throws {
        try await Bench.with { bench in
            try await LoopbackOrigin.serving(.init([.hold])) { origin in
                let problem = await bench.problem(.link(origin.url()), within: .milliseconds(200))
                #expect(problem?.code == .deadline && problem?.stage == .fetch)
            }
        }
    }

    @Test func `cancelling the task ends the fetch`() async throws {
        try await Bench.with { bench in
            try await LoopbackOrigin.serving(.withoutLength([.send(picture(600)), .hold])) { origin in
                let (beginnings, begun) = AsyncStream<Void>.makeStream()
                let fetch = Task {
                    let start = ContinuousClock.now
                    _ = try? await bench.fetch(.link(origin.url())) { _, _ in begun.yield() }
                    return start.duration(to: .now)
                }
                for await _ in beginnings { break }
                fetch.cancel()
                #expect(await fetch.value < .seconds(20))
            }
        }
    }

    @Test func `proxies of the environment are ignored`() async {
        await #expect(processExitsWith: .success) {
            for name in ["http_proxy", "https_proxy", "all_proxy", "ALL_PROXY", "HTTPS_PROXY"] {
                ProcessEnvironment.set(name, "http://127.0.0.1:9")
            }
            try await Bench.with { bench in
                try await LoopbackOrigin.serving(.ok(picture(1_000))) { origin in
                    let fetched = try await bench.fetch(.link(origin.url()))
                    #expect(fetched.bytes.count == 1_000)
                }
            }
        }
    }
}
