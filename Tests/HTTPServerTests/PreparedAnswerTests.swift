internal import HTTPServer
internal import Handover
internal import TestSupport
internal import Testing

struct PreparedAnswerTests {
    private static let words = "all of it"

    /// One that has an answer ready for `/ready`, and judges whatever it does not give that for.
    private func server() throws -> TestServer {
        let memory = try present(OwnedDescriptor.memory(named: "test"))
        var words = Array(Self.words.utf8)
        #expect(unsafe words.withUnsafeMutableBytes { unsafe memory.append(UnsafeRawBufferPointer($0)) })
        let bytes = try present(HeldBytes(memory, count: words.count))
        let ready = try present(PreparedAnswer(200, headers: [("ETag", "\"a\"")], bytes))
        return try TestServer(ready: ready) { _ in .answer(Answer(200, type: "text/plain", "judged")) }
    }

    @Test(arguments: ["Host: a\r\n", "Host: a\r\nAccept: */*\r\nUser-Agent: someone\r\nReferer: ranges\r\n"])
    func `who asks for all of a target gets what is ready`(headers: String) async throws {
        let server = try server()
        let answer = try #require(
            await RawClient.ask(server.port, "GET /ready HTTP/1.1\r\n\(headers)Connection: close\r\n\r\n"))
        #expect(answer.text == Self.words)
        #expect(answer.headers["etag"] == "\"a\"")
    }

    @Test(arguments: [
        "GET /other HTTP/1.1\r\nHost: a\r\n", "GET /ready?x HTTP/1.1\r\nHost: a\r\n",
        "HEAD /ready HTTP/1.1\r\nHost: a\r\n",
        "GET /ready HTTP/1.1\r\nHost: a\r\nRange: bytes=0-1\r\n",
        "GET /ready HTTP/1.1\r\nHost: a\r\nrange: bytes=0-1\r\n",
        "GET /ready HTTP/1.1\r\nHost: a\r\nIf-None-Match: \"a\"\r\n",
        "GET /ready HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n",
    ])
    func `whatever asks for something else is judged`(head: String) async throws {
        let server = try server()
        let answer = try #require(await RawClient.ask(server.port, head + "Connection: close\r\n\r\n"))
        #expect(answer.headers["etag"] == nil)
        #expect(answer.headers["content-type"] == "text/plain")
    }

    @Test(arguments: [
        "GET /ready HTTP/1.1\r\n", "GET /ready HTTP/1.1\r\nHost: a\r\nHost: b\r\n",
        "GET /ready\u{0} HTTP/1.1\r\nHost: a\r\n",
        "GET /ready HTTP/1.1\r\nHost: a\r\nRange : bytes=0-1\r\n",
    ])
    func `a head that is not clear is refused, whatever is ready`(head: String) async throws {
        let server = try server()
        let answer = await RawClient.ask(server.port, head + "\r\n")
        #expect(answer?.status == 400)
    }

    @Test func `HTTP 1 0 needs no host for it`() async throws {
        let server = try server()
        let answer = await RawClient.ask(server.port, "GET /ready HTTP/1.0\r\n\r\n")
        #expect(answer?.text == Self.words)
    }
}
