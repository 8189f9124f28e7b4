internal import FlowControl
internal import HTTPServer
internal import TestSupport
internal import Testing

/// Clients that still wait when a server must end.
@Suite(.timeLimit(.minutes(1)))
struct CutOffTests {
    private static let request = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n"

    @Test func `work that ends when it is cancelled says what its client is told`() async throws {
        let begun = Signal()
        let server = try TestServer { _ in
            .read(atMost: 0, within: .seconds(30)) { _ in
                begun.set()
                try? await Task.sleep(for: .seconds(50))
                return Answer(Task.isCancelled ? 503 : 200, type: "text/plain", "own words")
            }
        }
        let port = server.port
        async let answer = RawClient.ask(port, Self.request)
        await begun.wait()
        #expect(await !server.drain(.milliseconds(50)))
        let told = await answer
        #expect(told?.status == 503 && told?.text == "own words" && told?.headers["connection"] == "close")
    }

    @Test func `the client of work that does not end is told by the handler`() async throws {
        let (begun, mayEnd) = (Signal(), Signal())
        let server = try TestServer { _ in
            .read(atMost: 0, within: .seconds(30)) { _ in
                begun.set()
                await mayEnd.wait()
                return Answer(200)
            }
        }
        let port = server.port
        async let answer = RawClient.ask(port, Self.request)
        await begun.wait()
        #expect(await !server.drain(.milliseconds(50)))
        let told = await answer
        #expect(told?.status == 503 && told?.text == "cut off")
        mayEnd.set()
    }

    @Test func `lines that are cut do not look whole`() async throws {
        let feed = LineFeed()
        let begun = Signal()
        let server = try TestServer { _ in .answer(Answer(200, .lines(feed))) }
        let port = server.port
        async let bytes = RawClient.talking(to: port) { client in
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            feed.append("one\n")
            var bytes: [UInt8] = []
            while !String(decoding: bytes, as: UTF8.self).contains("one\n"), let more = client.read() { bytes += more }
            begun.set()
            return bytes + (client.readToEnd() ?? [])
        }
        await begun.wait()
        #expect(await !server.drain(.milliseconds(50)))
        let text = String(decoding: await bytes, as: UTF8.self)
        #expect(text.contains("one\n") && !text.hasSuffix("0\r\n\r\n"))
    }

    @Test func `who makes lines is asked to end, and what it still says is sent`() async throws {
        let feed = LineFeed()
        feed.onCut {
            feed.append("last\n")
            feed.end()
        }
        let begun = Signal()
        let server = try TestServer { _ in .answer(Answer(200, .lines(feed))) }
        let port = server.port
        async let answer = RawClient.talking(to: port) { client in
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            feed.append("one\n")
            begun.set()
            return client.readAnswer()
        }
        await begun.wait()
        _ = await server.drain(.milliseconds(50))
        #expect(await answer?.text == "one\nlast\n")
    }
}
