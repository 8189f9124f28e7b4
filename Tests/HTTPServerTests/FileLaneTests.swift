internal import Glibc
internal import HTTPServer
internal import Handover
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(1)))
struct FileLaneTests {
    private static let words = "all of it"
    private static let ask = "GET /file HTTP/1.1\r\nHost: a\r\n\r\n"

    /// One that sends a file for `/file`, and judges whatever it is not sent for.
    private static func server(
        _ bytes: [UInt8] = Array(words.utf8), tellingOf count: Int? = nil, limits: ServerLimits = ServerLimits()
    ) throws -> TestServer {
        try TestServer(
            limits: limits,
            file: {
                guard let file = OwnedDescriptor.memory(named: "test") else { return nil }
                var bytes = bytes
                guard unsafe bytes.withUnsafeMutableBytes({ unsafe file.append(UnsafeRawBufferPointer($0)) }) else {
                    return nil
                }
                return FileAnswer(file, count: count ?? bytes.count, headers: [("ETag", "\"a\"")])
            }
        ) { head in
            .answer(Answer(200, type: "text/plain", "judged \(head.method) \(head.path)"))
        }
    }

    @Test func `who asks for all of a file gets it, with its head`() async throws {
        let server = try Self.server()
        let answer = try #require(await RawClient.ask(server.port, Self.ask))
        #expect(answer.status == 200 && answer.text == Self.words)
        #expect(answer.headers["etag"] == "\"a\"" && answer.headers["content-length"] == "\(Self.words.utf8.count)")
        let date = try #require(answer.headers["date"])
        #expect(date.wholeMatch(of: /[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/) != nil, "\(date)")
    }

    @Test(arguments: [
        "GET /other HTTP/1.1\r\nHost: a\r\n", "GET /file?x HTTP/1.1\r\nHost: a\r\n",
        "HEAD /file HTTP/1.1\r\nHost: a\r\n",
        "GET /file HTTP/1.1\r\nHost: a\r\nRange: bytes=0-1\r\n", "GET /file HTTP/1.0\r\n",
        "GET /file HTTP/1.1\r\nHost: a\r\nIf-None-Match: \"a\"\r\n",
        "GET /file HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n",
    ])
    func `whatever asks for something else is judged`(head: String) async throws {
        let server = try Self.server()
        let answer = try #require(
            await RawClient.ask(server.port, head + "Connection: close\r\n\r\n"))
        #expect(answer.headers["etag"] == nil && answer.headers["content-type"] == "text/plain")
    }

    @Test(arguments: [
        "GET /file HTTP/1.1\r\n", "GET /file HTTP/1.1\r\nHost: a\r\nHost: b\r\n",
        "GET /file\u{0} HTTP/1.1\r\nHost: a\r\n", "GET /file HTTP/1.1\r\nHost: a\r\nRange : bytes=0-1\r\n",
    ])
    func `a head that is not clear is refused, whatever file there is`(head: String) async throws {
        let server = try Self.server()
        #expect(await RawClient.ask(server.port, head + "\r\n")?.status == 400)
    }

    @Test func `an empty file is sent, too`() async throws {
        let server = try Self.server([])
        let answer = try #require(await RawClient.ask(server.port, Self.ask))
        #expect(answer.status == 200 && answer.headers["content-length"] == "0" && answer.body.isEmpty)
    }

    @Test func `many requests that come at once are answered in their order, files and others`() async throws {
        let server = try Self.server()
        let post = "POST /other HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n"
        let bytes = await RawClient.talking(to: server.port) { client in
            client.send(
                Self.ask + Self.ask + post + Self.ask + "GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            return client.readToEnd()
        }
        let text = String(decoding: try #require(bytes), as: UTF8.self)
        // On a connection that has asked for something else all is judged.
        let told = text.matches(of: /all of it|judged [A-Z]+ \/[a-z]+/).map { String($0.output) }
        #expect(told == ["all of it", "all of it", "judged POST /other", "judged GET /file", "judged GET /last"])
    }

    @Test func `a head that comes in pieces is answered`() async throws {
        let server = try Self.server()
        let answer = await RawClient.talking(to: server.port) { client in
            client.send("GET /fi")
            client.send("le HTTP/1.1\r\nHo")
            client.send("st: a\r\n\r\n")
            return client.readAnswer()
        }
        #expect(try #require(answer).status == 200)
    }

    @Test func `a file of many megabytes arrives whole`() async throws {
        let bytes = (0..<20 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 13) }
        let server = try Self.server(bytes)
        let answer = await RawClient.talking(to: server.port) { client in
            client.send("GET /file HTTP/1.1\r\nHost: a\r\n\r\n")
            client.leave()
            return client.readToEnd()
        }
        #expect(try #require(answer).suffix(bytes.count).elementsEqual(bytes))
    }

    @Test func `who stops taking a file is cut off`() async throws {
        var limits = ServerLimits()
        limits.idle = .milliseconds(400)
        let server = try Self.server([UInt8](repeating: 7, count: 20 << 20), limits: limits)
        let got = await RawClient.talking(to: server.port) { client in
            client.send(Self.ask)
            while server.connections == 0 { sched_yield() }
            while server.connections > 0 { sched_yield() }
            return client.readToEnd()?.count ?? 0
        }
        #expect(got < 20 << 20)
    }

    @Test func `who goes in the middle of a file harms nobody`() async throws {
        let server = try Self.server([UInt8](repeating: 7, count: 20 << 20))
        for _ in 0..<8 {
            await RawClient.talking(to: server.port) { client in
                client.send(Self.ask)
                _ = client.read()
            }
        }
        #expect(await RawClient.ask(server.port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")?.status == 200)
        while server.connections > 0 { await Task.yield() }
    }

    @Test func `a file that is shorter than was told ends its connection`() async throws {
        let server = try Self.server(tellingOf: 100)
        let bytes = await RawClient.talking(to: server.port) { client in
            client.send(Self.ask)
            return client.readToEnd()
        }
        #expect(String(decoding: try #require(bytes), as: UTF8.self).hasSuffix("\r\n\r\n" + Self.words))
    }

    @Test(arguments: ["", "GET / HTTP/1.1\r\nHost:", "GET /file HTTP/1.1\r\nHost: a\r\n\r\n"])
    func `when all places are taken, who asks nothing or takes nothing gives way`(words: String) async throws {
        var limits = ServerLimits()
        limits.connections = 4
        limits.headTime = .seconds(50)
        let server = try Self.server([UInt8](repeating: 7, count: 20 << 20), limits: limits)
        let port = server.port
        let isOver = Signal()
        await withTaskGroup { group in
            for _ in 0..<6 {
                group.addTask {
                    await RawClient.talking(to: port) { client in
                        client.send(words)
                        while !isOver.isSet { sched_yield() }
                    }
                }
            }
            while server.connections < limits.connections { await Task.yield() }
            #expect(await RawClient.ask(port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")?.status == 200)
            isOver.set()
        }
    }

    @Test func `all that may come can be the library's, and stay`() async throws {
        var limits = ServerLimits()
        limits.connections = 64
        let server = try Self.server(limits: limits)
        let port = server.port
        let isOver = Signal()
        await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<limits.connections {
                group.addTask {
                    await RawClient.talking(to: port) { client in
                        client.send(Self.ask + "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                        let status = client.readAnswer()?.status
                        while !isOver.isSet { usleep(1_000) }
                        return status
                    }
                }
            }
            while server.connections < limits.connections { await Task.yield() }
            isOver.set()
            for await status in group { #expect(status == 200) }
        }
        #expect(await server.drain(.seconds(30)))
    }

    @Test func `who reads slowly is not taken for one who does not read`() async throws {
        var limits = ServerLimits()
        limits.idle = .seconds(1)
        let count = 5 << 20
        let server = try Self.server([UInt8](repeating: 7, count: count), limits: limits)
        let got = await RawClient.talking(to: server.port) { client in
            client.send("GET /file HTTP/1.1\r\nHost: a\r\n\r\n")
            client.leave()
            var got = 0
            while let bytes = client.read(), !bytes.isEmpty {
                got += bytes.count
                // About a megabyte a second: less than what the system would take from the server at once.
                usleep(useconds_t(bytes.count))
            }
            return got
        }
        #expect(got > count)
    }

    @Test func `a server that ends sends what it has begun, and lets go of who asks nothing`() async throws {
        var limits = ServerLimits()
        limits.notice = .milliseconds(100)
        let count = 20 << 20
        let server = try Self.server([UInt8](repeating: 7, count: count), limits: limits)
        let port = server.port
        let begun = Signal()
        async let got = RawClient.talking(to: port) { client in
            client.send(Self.ask)
            var got = client.read()?.count ?? 0
            begun.set()
            while let more = client.read(), !more.isEmpty { got += more.count }
            return got
        }
        await begun.wait()
        #expect(await server.drain(.seconds(30)))
        #expect(await got > count)
    }
}
