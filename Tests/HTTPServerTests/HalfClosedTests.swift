internal import HTTPServer
internal import Synchronization
internal import TestSupport
internal import Testing

/// Clients that say they will send nothing more, and still want their answer.
@Suite(.timeLimit(.minutes(1)))
struct HalfClosedTests {
    @Test(arguments: ["1.1", "1.0"])
    func `whoever says no more after a request is answered`(version: String) async throws {
        let server = try TestServer { _ in .answer(Answer(200, type: "text/plain", "hello")) }
        let answer = await RawClient.talking(to: server.port) { client in
            client.send("GET / HTTP/\(version)\r\nHost: a\r\n\r\n")
            client.leave()
            return client.readAnswer()
        }
        #expect(answer?.status == 200 && answer?.text == "hello")
    }

    @Test func `whoever says no more while the answer is made is asked once, and then answered`() async throws {
        let mayEnd = Signal()
        let server = try Self.waiting(for: mayEnd)
        let texts = await RawClient.talking(to: server.port) { client in
            client.send(Self.request("1.1"))
            client.leave()
            let first = client.read() ?? []
            mayEnd.set()
            return [first, client.readToEnd() ?? []].map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(texts[0] == "HTTP/1.1 100 Continue\r\n\r\n")
        #expect(texts[1].hasPrefix("HTTP/1.1 200 ") && texts[1].hasSuffix("\r\n\r\ndone"))
    }

    @Test func `a connection whose end came together with its request ends behind the answer`() async throws {
        var limits = ServerLimits()
        // Longer than the client's patience.
        limits.idle = .seconds(300)
        limits.keepAlive = .seconds(300)
        let server = try TestServer(limits: limits) { _ in .answer(Answer(200, type: "text/plain", "hello")) }
        let bytes = await RawClient.talking(to: server.port) { client in
            client.sendLast("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            return client.readToEnd()
        }
        #expect(String(decoding: try #require(bytes), as: UTF8.self).hasSuffix("hello"))
    }

    @Test func `a client of HTTP 1 0 is not asked, and answered`() async throws {
        let mayEnd = Signal()
        let server = try Self.waiting(for: mayEnd)
        let port = server.port
        async let old = RawClient.talking(to: port) { client in
            client.send(Self.request("1.0"))
            client.leave()
            return String(decoding: client.readToEnd() ?? [], as: UTF8.self)
        }
        while server.connections < 1 { await Task.yield() }
        // When others that came later have been asked, all have been looked at.
        for _ in 0..<2 {
            _ = await RawClient.talking(to: port) { client in
                client.send(Self.request("1.1"))
                client.leave()
                return client.read()
            }
        }
        mayEnd.set()
        let text = await old
        #expect(text.hasPrefix("HTTP/1.1 200 ") || text.hasPrefix("HTTP/1.0 200 "), "\(text)")
        #expect(text.hasSuffix("\r\n\r\ndone"))
    }

    @Test func `a body that ends before it is whole is cut, and nobody works on it`() async throws {
        let hasWorked = Atomic(false)
        let server = try TestServer { _ in
            .read(atMost: 500, within: .seconds(30)) { _ in
                hasWorked.store(true, ordering: .relaxed)
                return Answer(200)
            }
        }
        let bytes = await RawClient.talking(to: server.port) { client in
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\nab")
            client.leave()
            return client.readToEnd()
        }
        #expect(bytes == [])
        let worked = hasWorked.load(ordering: .relaxed)
        #expect(!worked)
    }

    private static func request(_ version: String) -> String {
        "POST / HTTP/\(version)\r\nHost: a\r\nContent-Length: 2\r\n\r\nab"
    }

    private static func waiting(for signal: Signal) throws -> TestServer {
        try TestServer { _ in
            .read(atMost: 2, within: .seconds(30)) { _ in
                await signal.wait()
                return Answer(Task.isCancelled ? 500 : 200, type: "text/plain", "done")
            }
        }
    }
}
