internal import AttachmentModel
internal import HTTPTransport
internal import TestSupport
internal import Testing

/// Nothing in HTTP/1.1 says which request an answer belongs to, so none may be taken from a connection that had another.
@Suite(.timeLimit(.minutes(1)))
struct StrayAnswerTests {
    private static let first = Array("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none".utf8)
    private static let stray = Array("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\ntwo".utf8)

    @Test(
        arguments: [
            .init([.send(first + stray), .hold]), .init([.send(first), .pause(.milliseconds(1)), .send(stray), .hold]),
            .init([.send(first), .drip(stray, each: .milliseconds(1))]),
        ] as [LoopbackOrigin.Answer])
    func `a second answer for one request is nobody's`(answer: LoopbackOrigin.Answer) async throws {
        try await LoopbackOrigin.serving(["/a": answer, "/b": .ok(Array("b".utf8))]) { origin in
            let transport = HTTPTransport { _, _ in true }
            for _ in 0..<20 {
                let (one, other) = (BodyCollector(), BodyCollector())
                _ = try await perform(origin.url("/a"), origin.port, by: transport, into: one)
                _ = try await perform(origin.url("/b"), origin.port, by: transport, into: other)
                #expect(one.body == Array("one".utf8) && other.body == Array("b".utf8))
            }
        }
    }

    @Test func `a connection that could be kept serves one exchange`() async throws {
        let answer = LoopbackOrigin.Answer([.send(Self.first), .hold])
        try await LoopbackOrigin.serving(answer) { origin in
            let transport = HTTPTransport { _, _ in true }
            // The origin reads one request of each connection: a second one on it would wait in vain.
            for _ in 0..<3 { _ = try await perform(origin.url(), origin.port, by: transport, into: BodyCollector()) }
            #expect(origin.requests.count == 3)
        }
    }
}
