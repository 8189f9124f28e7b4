internal import Foundation
internal import HTTPServer
internal import TestSupport
internal import Testing

/// Clients that take more than is theirs, or send what is no request.
@Suite(.timeLimit(.minutes(1)))
struct BadClientTests {
    @Test func `bodies have a memory together, which comes back with their answers`() async throws {
        let (begun, mayEnd) = (Signal(), Signal())
        var limits = ServerLimits()
        limits.bodyMemory = 10
        let server = try TestServer(limits: limits) { head in
            .read(atMost: 100, within: .seconds(30)) { body in
                if head.path == "/first" {
                    begun.set()
                    await mayEnd.wait()
                }
                return Answer(200, .bytes(body))
            }
        }
        let port = server.port
        func ask(_ path: String) async -> Int? {
            await RawClient.ask(port, "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: 8\r\n\r\n12345678")?.status
        }
        async let first = ask("/first")
        await begun.wait()
        #expect(await ask("/second") == 503)
        mayEnd.set()
        #expect(await first == 200)
        while await ask("/third") != 200 {}
        // A body that alone is too much is refused however often it comes.
        let long = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n12345678901"
        for _ in 0..<3 { #expect(await RawClient.ask(port, long)?.status == 503) }
    }

    private static let host = Array("Host: a\r\n\r\n".utf8)

    @Test(arguments: [
        Array("GET / HTTP/1.1\r\n\r\n".utf8), Array("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n".utf8),
        Array("GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n".utf8),
        Array("GET /a\u{0}b HTTP/1.1\r\n".utf8) + host, Array("GET /a\u{0} HTTP/1.1\r\n".utf8) + host,
        Array("GET /?a=\u{1} HTTP/1.1\r\n".utf8) + host, Array("GET /\u{7F} HTTP/1.1\r\n".utf8) + host,
        Array("GET / HTTP/1.1\r\nX: a\rY: b\r\n".utf8) + host,
        Array("GET /a b HTTP/1.1\r\n".utf8) + host, Array("GET /a  HTTP/1.1\r\n".utf8) + host,
        Array("GET /".utf8) + [0xFF] + Array(" HTTP/1.1\r\n".utf8) + host,
        Array("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx".utf8),
        Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length : 36\r\n\r\n".utf8),
        Array("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n".utf8),
        Array("POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n".utf8),
    ])
    func `a head that is not clear is refused once, and nobody acts on what follows`(head: [UInt8]) async throws {
        let server = try TestServer { _ in .answer(Answer(200)) }
        let bytes = await RawClient.talking(to: server.port) { client in
            client.send(head + Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
            return client.readToEnd()
        }
        let text = String(decoding: try #require(bytes), as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 400 ") && text.components(separatedBy: "HTTP/1.1 ").count == 2, "\(text)")
    }

    @Test func `a query with thousands of names is answered`() async throws {
        let server = try TestServer { head in .answer(Answer(200, type: "text/plain", head.query ?? "")) }
        let query = (0..<3_000).map(String.init).joined(separator: "&")
        #expect(await RawClient.ask(server.port, "GET /?\(query) HTTP/1.1\r\nHost: a\r\n\r\n")?.text == query)
    }

    /// The library answers these itself, and badly: that it says 400 and ends is all that can be had.
    @Test(arguments: ["-1", "+1", "x", "1x", ""])
    func `a length that is no number is refused, and its connection ends`(length: String) async throws {
        let server = try TestServer { _ in .answer(Answer(200)) }
        let bytes = await RawClient.talking(to: server.port) { client in
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n")
            return client.readToEnd()
        }
        let text = String(decoding: try #require(bytes), as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 400 ") && !text.contains(" 200 "), "\(text)")
    }

    @Test func `whoever does not take an answer is cut off`() async throws {
        var limits = ServerLimits()
        limits.answerTime = .milliseconds(300)
        limits.leastRate = 1 << 30
        // More than the system keeps for a socket.
        let count = 32 << 20
        let server = try TestServer(limits: limits) { _ in
            .answer(Answer(200, .bytes([UInt8](repeating: 7, count: count))))
        }
        let bytes = await RawClient.talking(to: server.port) { client in
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            while server.connections == 0 { sched_yield() }
            while server.connections > 0 { sched_yield() }
            return client.readToEnd()?.count
        }
        #expect(try #require(bytes) < count)
    }

    @Test func `whoever does not take lines that have all been made is cut off`() async throws {
        var limits = ServerLimits()
        (limits.answerTime, limits.leastRate, limits.idle) = (.milliseconds(300), 1 << 30, .seconds(300))
        let count = 32 << 20
        let feed = LineFeed()
        feed.append(String(repeating: "7", count: count))
        let server = try TestServer(limits: limits) { _ in .answer(Answer(200, .lines(feed))) }
        let bytes = await RawClient.talking(to: server.port) { client in
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            while server.connections == 0 { sched_yield() }
            feed.end()
            while server.connections > 0 { sched_yield() }
            return client.readToEnd()?.count
        }
        #expect(try #require(bytes) < count)
    }

    @Test(arguments: [
        "\u{0}\u{1}\u{2}\r\n\r\n", "GET /\r\n\r\n", "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "}\r\n",
    ])
    func `garbage behind a request leaves its answer alone and ends the connection`(garbage: String) async throws {
        let server = try TestServer(limits: .impatient) { _ in .answer(Answer(200, type: "text/plain", "hello")) }
        let text = await RawClient.talking(to: server.port) { client in
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n" + garbage)
            return client.readToEnd().map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(text?.hasPrefix("HTTP/1.1 200 ") == true)
        #expect(text?.components(separatedBy: " 200 ").count == 2, "\(text ?? "")")
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "a", count: 40_000) + "\r\n\r\n", 431),
        ("GET /" + String(repeating: "a", count: 40_000) + " HTTP/1.1\r\nHost: a\r\n\r\n", 414),
        ("GET / HTTP/1.1\r\n" + String(repeating: "X: a\r\n", count: 20_000) + "\r\n", 431),
    ])
    func `a head that is too large is refused, and its connection ends`(head: String, status: Int) async throws {
        let server = try TestServer { _ in .answer(Answer(200)) }
        let text = await RawClient.talking(to: server.port) { client in
            client.send(head)
            return client.readToEnd().map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(text?.hasPrefix("HTTP/1.1 \(status) ") == true, "\(text?.prefix(200) ?? "")")
    }
}
