internal import AttachmentModel
internal import FlowControl
internal import HTTPTransport
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(1)))
struct HTTPTransportTests {
    @Test func `an answer arrives whole, and the request says what it should`() async throws {
        let picture: [UInt8] = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        try await LoopbackOrigin.serving(.ok(picture, headers: ["ETag: \"v1\""])) { origin in
            let collector = BodyCollector()
            let exchange = try await perform(origin.url("/a/../b%2Fc.jpg?sig=%2F%3D"), origin.port, into: collector)
            #expect(exchange.head.status == 200)
            #expect(exchange.head.first("etag") == "\"v1\"")
            #expect(exchange.firstByteMilliseconds > 0)
            #expect(collector.body == picture)
            let request = try #require(origin.requests.first)
            #expect(request.hasPrefix("GET /a/../b%2Fc.jpg?sig=%2F%3D HTTP/1.1\r\n"))
            #expect(request.contains("\r\nAccept-Encoding: identity\r\n"))
            #expect(request.contains("\r\nUser-Agent: affix-test\r\n"))
            #expect(request.contains("\r\nAccept: image/jpeg, image/png, image/gif, video/mp4, audio/mpeg"))
            #expect(!request.contains("webp") && !request.contains("avif"))
        }
    }

    @Test(
        arguments: [
            (LoopbackOrigin.Answer.claiming(5_000, [.send(.init(repeating: 1, count: 3_000))]), .fetchTruncated),
            (.chunked([.init(repeating: 1, count: 3_000)], isEnded: false), .fetchTruncated),
            (.claiming(5_000, [.text("abc"), .reset]), .fetchTruncated),
            (.init([.text("SSH-2.0-OpenSSH_9.2\r\n")]), .fetchUnreadableAnswer),
            (.init([]), .fetchTruncated), (.init([.reset]), .fetchTruncated),
            (
                .init([.text("HTTP/1.1 200 OK\r\n"), .endless(Array("X-Filler: 0123456789\r\n".utf8))]),
                .fetchUnreadableAnswer
            ),
            (.init([.endless(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))]), .fetchUnreadableAnswer),
            (.chunking("ZZ\r\nabc\r\n0\r\n\r\n"), .fetchUnreadableAnswer),
            (.chunking("-3\r\nabc\r\n0\r\n\r\n"), .fetchUnreadableAnswer),
            (.chunking("3\r\nabcde\r\n0\r\n\r\n"), .fetchUnreadableAnswer),
            (.chunking("10000000000000003\r\nabc\r\n0\r\n\r\n"), .fetchUnreadableAnswer),
            (.chunking("3\r\nab"), .fetchTruncated),
            (.ok([1, 2, 3], headers: ["Content-Length: 2"]), .fetchUnreadableAnswer),
            (.ok([1, 2, 3], headers: ["Content-Length: 3, 4"]), .fetchUnreadableAnswer),
            (.ok([1, 2, 3], headers: ["Transfer-Encoding: chunked"]), .fetchUnreadableAnswer),
            (.framed(["Content-Length: +3"]), .fetchUnreadableAnswer),
            (.framed(["Content-Length: -3"]), .fetchUnreadableAnswer),
            (.framed(["Content-Length: 3 3"]), .fetchUnreadableAnswer),
            (.framed(["Content-Length: 3x"]), .fetchUnreadableAnswer),
            (.framed(["Content-Length: 0x3"]), .fetchUnreadableAnswer),
            (.framed(["Content-Length:"]), .fetchUnreadableAnswer),
            (.framed(["Content-Length : 3"]), .fetchUnreadableAnswer),
            (.framed(["Content-Length: 99999999999999999999"]), .fetchUnreadableAnswer),
            (.framed(["Transfer-Encoding: gzip, chunked"]), .fetchUnreadableAnswer),
            (.framed(["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"]), .fetchUnreadableAnswer),
            (.framed(["Transfer-Encoding: xchunked"]), .fetchUnreadableAnswer),
            (.ok([1, 2, 3], headers: ["Content-Encoding: gzip"]), .fetchEncoding),
            (.ok(.init(Zipped.zeros.dropLast(9)), headers: ["Content-Encoding: gzip"]), .fetchTruncated),
            (.ok(Zipped.zeros + [0], headers: ["Content-Encoding: gzip"]), .fetchEncoding),
            (.ok(Zipped.zeros, headers: ["Content-Encoding: gzip, gzip"]), .fetchEncoding),
            (.ok(Zipped.zeros, headers: ["Content-Encoding: br"]), .fetchEncoding),
            (.ok([1, 2, 3], headers: ["Content-Encoding: rot13"]), .fetchEncoding),
            (.init([.hold]), .fetchTimeoutFirstByte),
            (.init([.text("HTTP/1.1 200 OK\r\n"), .hold]), .fetchStalled),
            (.claiming(5_000, [.hold]), .fetchStalled),
            (.withoutLength([.drip([1], each: .milliseconds(50))]), .fetchStalled),
            (.withoutLength([.drip(.init(repeating: 1, count: 1_000), each: .milliseconds(20))]), .fetchTimeoutTotal),
            (.withoutLength([.endless(.init(repeating: 1, count: 10_000))]), .fetchTooLarge),
            (.status("403 Forbidden"), .fetchStatus4xx),
        ] as [(LoopbackOrigin.Answer, PreparationError.Code)])
    func `a bad answer ends with its own code`(answer: LoopbackOrigin.Answer, code: PreparationError.Code) async throws
    {
        try await LoopbackOrigin.serving(answer) { origin in
            let met = await problemCode {
                _ = try await perform(origin.url(), origin.port, budgets: .provoking(code), into: BodyCollector())
            }
            #expect(met == code)
        }
    }

    @Test func `what a host encodes unasked is decoded`() async throws {
        try await LoopbackOrigin.serving(.ok(Zipped.zeros, headers: ["Content-Encoding: gzip"])) { origin in
            let collector = BodyCollector()
            _ = try await perform(origin.url(), origin.port, into: collector)
            #expect(collector.body == [UInt8](repeating: 0, count: 1_000))
        }
    }

    @Test(arguments: [["Content-Length: 3"], ["Content-Length: 3, 3"], ["Content-Length: \t3 ", "Content-Length: 3"]])
    func `a length said twice and alike is one length`(headers: [String]) async throws {
        try await LoopbackOrigin.serving(.framed(headers)) { origin in
            let collector = BodyCollector()
            _ = try await perform(origin.url(), origin.port, into: collector)
            #expect(collector.body == Array("abc".utf8))
        }
    }

    @Test func `a redirect is an answer like any other, and its body is not waited for`() async throws {
        let moved = LoopbackOrigin.Answer([
            LoopbackOrigin.Answer.head("302 Found", ["Location: /else", "Content-Length: 9000"]), .hold,
        ])
        try await LoopbackOrigin.serving(moved) { origin in
            let collector = BodyCollector()
            let exchange = try await perform(origin.url(), origin.port, into: collector)
            #expect(exchange.head.status == 302 && exchange.head.first("location") == "/else")
            #expect(collector.body.isEmpty && origin.requests.count == 1)
        }
    }

    @Test func `only the final head is reported`() async throws {
        let answer = LoopbackOrigin.Answer([
            .text("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"), LoopbackOrigin.Answer.head("200 OK", []),
            .text("x"),
        ])
        try await LoopbackOrigin.serving(answer) { origin in
            let collector = BodyCollector()
            _ = try await perform(origin.url(), origin.port, into: collector)
            #expect(collector.heads.map(\.status) == [200])
            #expect(collector.heads.first?.first("link") == nil)
        }
    }

    @Test func `a refused connection and a deaf host are told apart`() async throws {
        try await LoopbackOrigin.withClosedPort { port in
            let met = await problemCode {
                _ = try await perform("http://127.0.0.1:\(port)/", port, into: BodyCollector())
            }
            #expect(met == .fetchConnect)
        }
        try await LoopbackOrigin.withDeafPort { port in
            let met = await problemCode {
                _ = try await perform(
                    "http://127.0.0.1:\(port)/", port, budgets: .provoking(.fetchTimeoutConnect), into: BodyCollector())
            }
            #expect(met == .fetchTimeoutConnect)
        }
    }

    @Test func `the name is pinned to the judged addresses`() async throws {
        try await LoopbackOrigin.serving(on: "127.0.0.3", .ok([1])) { origin in
            let collector = BodyCollector()
            let url = origin.url(host: "media.example")
            _ = try await perform(url, origin.port, host: "media.example", at: "127.0.0.3", into: collector)
            #expect(collector.body == [1])
            #expect(origin.requests.first?.contains("\r\nHost: media.example:\(origin.port)\r\n") == true)
        }
    }

    @Test(arguments: [[.hold], [.endless(.init(repeating: 1, count: 1_000))]] as [[LoopbackOrigin.Step]])
    func `a receiver that has enough ends the transfer at once, and well`(rest: [LoopbackOrigin.Step]) async throws {
        let answer = LoopbackOrigin.Answer.claiming(9_000_000, [.send(.init(repeating: 1, count: 5_000))] + rest)
        try await LoopbackOrigin.serving(answer) { origin in
            let collector = BodyCollector(wanted: 5_000)
            let exchange = try await perform(origin.url(), origin.port, into: collector)
            #expect(exchange.head.status == 200 && collector.body.count >= 5_000)
        }
    }

    @Test func `an address is judged where it is dialled`() async throws {
        try await LoopbackOrigin.serving(.ok([1])) { origin in
            let transport = HTTPTransport { address, _ in address != "127.0.0.1" }
            let met = await problemCode {
                _ = try await perform(origin.url(), origin.port, by: transport, into: BodyCollector())
            }
            #expect(met == .sourceAddressForbidden)
            #expect(origin.requests.isEmpty)
        }
    }

    @Test func `cancelling the task ends the transfer at once`() async throws {
        try await LoopbackOrigin.serving(.withoutLength([.text("abc"), .hold])) { origin in
            let (started, starting) = AsyncStream<Void>.makeStream()
            let fetch = Task {
                await problemCode {
                    let collector = BodyCollector { starting.yield() }
                    _ = try await perform(origin.url(), origin.port, into: collector)
                }
            }
            for await _ in started { break }
            let clock = ContinuousClock.now
            fetch.cancel()
            #expect(await fetch.value == .deadline)
            #expect(clock.duration(to: .now) < .seconds(20))
        }
    }

    @Test func `twenty transfers share the thread`() async throws {
        try await LoopbackOrigin.serving(.ok([UInt8](repeating: 7, count: 50_000))) { origin in
            let transport = HTTPTransport { _, _ in true }
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        let collector = BodyCollector()
                        _ = try await perform(origin.url(), origin.port, by: transport, into: collector)
                        return collector.body.count
                    }
                }
                for try await count in group { #expect(count == 50_000) }
            }
        }
    }
}

enum Zipped {
    /// gzip of 1,000 zeros.
    static let zeros: [UInt8] = [
        0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0x02, 0x03, 0x63, 0x60, 0x18, 0x05, 0xA3, 0x60, 0x14, 0x0C, 0x77, 0, 0, 0x80,
        0x17, 0x0B, 0x06, 0xE8, 0x03, 0, 0,
    ]
}

extension LoopbackOrigin.Answer {
    /// Three bytes of body under the given headers.
    fileprivate static func framed(_ headers: [String]) -> Self {
        .init([head("200 OK", headers), .text("abc")])
    }

    /// A chunked body as it stands.
    fileprivate static func chunking(_ text: String) -> Self {
        .init([head("200 OK", ["Transfer-Encoding: chunked"]), .text(text)])
    }
}

/// One call to an address of this machine.
func perform(
    _ url: String, _ port: Int, host: String = "127.0.0.1", at address: String = "127.0.0.1",
    budgets: StageBudgets = .provoking(), by transport: HTTPTransport = HTTPTransport { _, _ in true },
    into collector: BodyCollector
) async throws(PreparationError) -> HTTPExchange {
    let call = HTTPCall(
        url: url, host: host, port: port, addresses: [address], userAgent: "affix-test", budgets: budgets,
        deadline: Deadline(in: budgets.fetch))
    return try await transport.perform(call, into: collector)
}
