internal import AttachmentModel
internal import FlowControl
internal import Foundation
internal import HTTPServer
internal import Handover
internal import Synchronization
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(1)))
struct HTTPServerTests {
    @Test func `an answer comes with its status, headers and body`() async throws {
        let server = try TestServer { _ in .answer(Answer(201, headers: [("X-Note", "a")], .bytes(Array("hello".utf8))))
        }
        let answer = try #require(await RawClient.ask(server.port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n"))
        #expect(answer.status == 201 && answer.text == "hello" && answer.headers["x-note"] == "a")
        #expect(answer.headers["content-length"] == "5")
    }

    @Test func `a HEAD has the same head and no body`() async throws {
        let server = try TestServer { _ in .answer(Answer(200, type: "text/plain", "hello")) }
        let bytes = await RawClient.talking(to: server.port) { client in
            client.send("HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            return client.readToEnd()
        }
        let text = String(decoding: try #require(bytes), as: UTF8.self)
        #expect(text.contains("Content-Length: 5") && text.hasSuffix("\r\n\r\n"))
    }

    @Test func `the head arrives as it was sent`() async throws {
        let server = try TestServer { head in
            let words = [
                head.method, head.path, head.query ?? "none", head.first("x-one") ?? "", head.bearerToken ?? "",
            ]
            return .answer(Answer(200, type: "text/plain", words.joined(separator: "|")))
        }
        let request = "PUT /a%2Fb/../c?x=%20y&z HTTP/1.1\r\nHost: a\r\nX-One: two\r\nAuthorization: bearer t\r\n\r\n"
        #expect(await RawClient.ask(server.port, request)?.text == "PUT|/a%2Fb/../c|x=%20y&z|two|t")
    }

    @Test(arguments: [
        ("http://b.example:81/c?d", "/c|d|b.example:81"), ("HTTPS://b.example", "/|none|b.example"),
        ("http://b.example?d", "/|d|b.example"), ("http:/c", "http:/c|none|a"), ("*", "*|none|a"), ("/", "/|none|a"),
    ])
    func `a whole URL stands for its path, and for its host`(target: String, words: String) async throws {
        let server = try TestServer { head in
            let words = [head.path, head.query ?? "none", head.host ?? "none"]
            return .answer(Answer(200, type: "text/plain", words.joined(separator: "|")))
        }
        #expect(await RawClient.ask(server.port, "GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")?.text == words)
    }

    @Test func `HTTP 1 0 needs no host`() async throws {
        let server = try TestServer { head in .answer(Answer(head.host == nil ? 200 : 500)) }
        #expect(await RawClient.ask(server.port, "GET / HTTP/1.0\r\n\r\n")?.status == 200)
    }

    @Test(arguments: [
        "Content-Length: 5\r\n\r\nhello", "Transfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n",
    ])
    func `a body is read before the work begins`(rest: String) async throws {
        let server = try TestServer(Self.echo(atMost: 5))
        let answer = await RawClient.ask(server.port, "POST / HTTP/1.1\r\nHost: a\r\n" + rest)
        #expect(answer?.text == "hello")
    }

    @Test(arguments: [
        "Content-Length: 6\r\n\r\nhello!", "Transfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n3\r\nlo!\r\n0\r\n\r\n",
    ])
    func `a body over its limit is refused`(rest: String) async throws {
        let server = try TestServer(Self.echo(atMost: 5))
        #expect(await RawClient.ask(server.port, "POST / HTTP/1.1\r\nHost: a\r\n" + rest)?.status == 413)
    }

    @Test func `a chunked body without an end is cut`() async throws {
        let server = try TestServer(Self.echo(atMost: 5))
        let piece = "10000\r\n" + String(repeating: "a", count: 0x10000) + "\r\n"
        let rest = await RawClient.talking(to: server.port) { client in
            client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _ in 0..<40 { client.send(piece) }
            return client.readToEnd()
        }
        #expect(rest != nil)
    }

    @Test(arguments: [
        "Content-Length: 5\r\n\r\nhello", "Transfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n",
    ])
    func `a body is handed on as it comes, and the work begins behind its end`(rest: String) async throws {
        let server = try TestServer(Self.counting)
        let answer = await RawClient.ask(server.port, "POST / HTTP/1.1\r\nHost: a\r\n" + rest)
        #expect(answer?.text == "5")
    }

    @Test func `a body whose intake refuses it is answered with the refusal once it has come`() async throws {
        let server = try TestServer(Self.counting)
        let body = String(repeating: "a", count: 1 << 20)
        let answer = await RawClient.ask(
            server.port, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)
        #expect(answer?.status == 422)
    }

    @Test func `an intake goes with its connection`() async throws {
        let gone = Signal()
        let server = try TestServer { _ in
            .take(CountingIntake(gone), within: .seconds(30)) { Answer(200) }
        }
        _ = await RawClient.talking(to: server.port) { client in
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\nab")
            return client.isConnected
        }
        await gone.wait()
        #expect(gone.isSet)
    }

    @Test func `requests on one connection are answered in turn`() async throws {
        let server = try TestServer(Self.echo(atMost: 5))
        let texts = await RawClient.talking(to: server.port) { client in
            (0..<3).map { number in
                client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n\(number)")
                return client.readAnswer()?.text
            }
        }
        #expect(texts == ["0", "1", "2"])
    }

    @Test func `a connection is kept for further requests`() async throws {
        let server = try TestServer { _ in .answer(Answer(200, type: "text/plain", "hello")) }
        let texts = await RawClient.talking(to: server.port) { client in
            (0..<3).map { _ in
                client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                return client.readAnswer()?.text
            }
        }
        #expect(texts == ["hello", "hello", "hello"])
    }

    @Test func `a file is sent from where it is asked for`() async throws {
        let server = try TestServer { _ in
            guard let file = OwnedDescriptor.memory(named: "test") else { return .answer(Answer(500)) }
            var bytes = Array("0123456789".utf8)
            _ = unsafe bytes.withUnsafeMutableBytes { unsafe file.append(UnsafeRawBufferPointer($0)) }
            return .answer(Answer(206, .file(HandedFile(file), offset: 3, count: 4)))
        }
        #expect(await RawClient.ask(server.port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")?.text == "3456")
    }

    @Test func `lines are sent while further ones are made`() async throws {
        let feed = LineFeed()
        let server = try TestServer { _ in .answer(Answer(200, .lines(feed))) }
        let (first, whole) = await RawClient.talking(to: server.port) { client in
            client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            feed.append("one\n")
            var bytes: [UInt8] = []
            while !String(decoding: bytes, as: UTF8.self).contains("one\n"), let more = client.read() { bytes += more }
            let first = bytes
            feed.append("two\n")
            feed.end()
            return (first, bytes + (client.readToEnd() ?? []))
        }
        #expect(!String(decoding: first, as: UTF8.self).contains("two"))
        #expect(String(decoding: whole, as: UTF8.self).contains("two\n"))
    }

    @Test func `work is cancelled when its client goes away`() async throws {
        let (begun, ended) = (Signal(), Signal())
        let server = try TestServer { _ in
            .read(atMost: 0, within: .seconds(30)) { _ in
                begun.set()
                try? await Task.sleep(for: .seconds(50))
                if Task.isCancelled { ended.set() }
                return Answer(200)
            }
        }
        _ = await RawClient.talking(to: server.port) { client in
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
            return client.isConnected
        }
        await begun.wait()
        await ended.wait()
        #expect(ended.isSet)
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nX", ""),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\na", "HTTP/1.1 408 \r\n"),
    ])
    func `a head or a body that drips for ever is cut, and the body's sender is told`(
        start: String, told: String
    ) async throws {
        var limits = ServerLimits()
        limits.headTime = .milliseconds(300)
        let server = try TestServer(limits: limits) { _ in
            .read(atMost: 500, within: .milliseconds(300)) { _ in Answer(200) }
        }
        let answer = await RawClient.talking(to: server.port) { client -> [UInt8]? in
            client.send(start)
            // A byte now and then keeps any time-out of inactivity from passing.
            let drips = 5_000
            for _ in 0..<drips {
                client.send("a")
                if client.hasSomething(within: .milliseconds(10)) { return client.readToEnd() }
            }
            return nil
        }
        #expect(String(decoding: try #require(answer), as: UTF8.self).hasPrefix(told))
    }

    @Test(arguments: [
        "\r\n\r\n\r\n", "NOT HTTP\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n X\u{0}: b\r\n\r\n",
    ])
    func `what is no request ends without reaching the handler`(text: String) async throws {
        let server = try TestServer(limits: .impatient) { _ in .answer(Answer(200)) }
        let bytes = await RawClient.talking(to: server.port) { client in
            client.send(text)
            return client.readToEnd()
        }
        #expect(!String(decoding: try #require(bytes), as: UTF8.self).contains(" 200 "))
    }

    @Test func `draining waits for what is under way and takes nothing new`() async throws {
        let (begun, mayEnd) = (Signal(), Signal())
        let server = try TestServer { _ in
            .read(atMost: 0, within: .seconds(30)) { _ in
                begun.set()
                await mayEnd.wait()
                return Answer(200, type: "text/plain", "done")
            }
        }
        let port = server.port
        async let answer = RawClient.ask(port, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
        await begun.wait()
        async let hasDrained = server.drain(.seconds(30))
        while await RawClient.talking(to: port, { $0.isConnected }) { await Task.yield() }
        mayEnd.set()
        #expect(await answer?.text == "done")
        #expect(await hasDrained)
    }

    @Test func `whoever knocks while a server begins to end gets an answer`() async throws {
        var limits = ServerLimits()
        limits.notice = .milliseconds(50)
        let server = try TestServer(limits: limits) { _ in .answer(Answer(200)) }
        let port = server.port
        async let hasDrained = server.drain(.seconds(30))
        let answers = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    await RawClient.talking(to: port) { client in
                        guard client.isConnected else { return 0 }
                        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                        return client.readAnswer()?.status ?? -1
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(await hasDrained)
        // Refused at once, answered, or told to come back; never taken and dropped.
        #expect(!answers.contains(-1), "\(answers)")
    }

    @Test func `an answer during the end is the last on its connection`() async throws {
        let server = try TestServer { _ in .answer(Answer(200)) }
        let port = server.port
        let headers = await RawClient.talking(to: port) { client in
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            let first = client.readAnswer()?.headers["connection"]
            Task { _ = await server.drain(.seconds(30)) }
            var last: String?
            repeat {
                client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                guard let answer = client.readAnswer() else { return [first, "lost"] }
                last = answer.headers["connection"]
            } while last == nil
            return [first, last]
        }
        #expect(headers == [nil, "close"])
    }

    @Test(arguments: [
        "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!", "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ])
    func `a body whose length is told twice is refused, and its connection ends`(rest: String) async throws {
        let server = try TestServer(Self.echo(atMost: 100))
        let text = await RawClient.talking(to: server.port) { client in
            client.send("POST / HTTP/1.1\r\nHost: a\r\n" + rest + "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            return client.readToEnd().map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(text?.contains(" 200 ") == false)
        #expect(text.map { $0.components(separatedBy: "HTTP/1.1 ").count } == 2)
    }

    @Test func `draining ends at its deadline`() async throws {
        let begun = Signal()
        let server = try TestServer { _ in
            .read(atMost: 0, within: .seconds(30)) { _ in
                begun.set()
                try? await Task.sleep(for: .seconds(50))
                return Answer(200)
            }
        }
        let port = server.port
        async let answer = RawClient.ask(port, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
        await begun.wait()
        #expect(await !server.drain(.milliseconds(100)))
        _ = await answer
    }

    @Test func `a server ends while lines are still being made`() async throws {
        let feed = LineFeed()
        let port: Int
        do {
            let server = try TestServer { _ in .answer(Answer(200, .lines(feed))) }
            port = server.port
            let bytes = await RawClient.talking(to: port) { client in
                client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                feed.append("one\n")
                return client.read()
            }
            #expect(bytes?.isEmpty == false)
        }
        #expect(await RawClient.talking(to: port) { !$0.isConnected })
        feed.append("two\n")
    }

    private static let counting: @Sendable (RequestHead) -> Reception = { _ in
        let intake = CountingIntake()
        return .take(intake, within: .seconds(30)) { Answer(200, type: "text/plain", "\(intake.count)") }
    }

    private static func echo(atMost limit: Int) -> @Sendable (RequestHead) -> Reception {
        { _ in .read(atMost: limit, within: .seconds(30)) { body in Answer(200, .bytes(body)) } }
    }
}

/// Counts what comes, and takes no more than ten bytes of it.
private final class CountingIntake: BodyIntake {
    private let bytes = Mutex(0)
    private let gone: Signal?

    init(_ gone: Signal? = nil) { self.gone = gone }

    deinit { gone?.set() }

    var count: Int { bytes.withLock { $0 } }

    func take(_ bytes: Span<UInt8>) -> Answer? {
        let count = bytes.count
        let sum = self.bytes.withLock { sum in
            sum += count
            return sum
        }
        return sum > 10 ? Answer(422) : nil
    }
}
