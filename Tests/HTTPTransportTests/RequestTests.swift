internal import AttachmentModel
internal import FlowControl
internal import HTTPTransport
internal import TestSupport
internal import Testing

/// What other requests than those for media look like.
@Suite(.timeLimit(.minutes(1)))
struct RequestTests {
    /// A body that counts up, or cannot be read from a place on.
    private struct Counting: HTTPSender {
        let count: Int
        var readable = Int.max

        func read(into room: UnsafeMutableRawBufferPointer, from place: Int) -> Int? {
            guard place < readable else { return nil }
            let part = (place..<min(count, place + room.count, readable)).map { UInt8(truncatingIfNeeded: $0) }
            unsafe room.copyBytes(from: part)
            return part.count
        }
    }

    private static let signature = HTTPSignature(
        accessKey: "KEY", secretKey: "hidden", sessionToken: "token", region: "eu-west-1")

    private func send(
        _ method: HTTPMethod, to origin: LoopbackOrigin, budgets: StageBudgets = .provoking(),
        _ change: (inout HTTPCall) -> Void = { _ in }, by transport: HTTPTransport = HTTPTransport { _, _ in true },
        into collector: BodyCollector = BodyCollector()
    ) async throws(PreparationError) -> HTTPExchange {
        var call = HTTPCall(
            url: origin.url("/a"), host: origin.address, port: origin.port, addresses: nil, userAgent: "affix-test",
            budgets: budgets, deadline: Deadline(in: budgets.fetch))
        call.method = method
        change(&call)
        return try await transport.perform(call, into: collector)
    }

    @Test func `a body is sent as it is read, with its length`() async throws {
        try await LoopbackOrigin.serving(.ok([1]).afterBody) { origin in
            let exchange = try await send(.put(Counting(count: 3_000_000)), to: origin)
            #expect(exchange.head.status == 200)
            #expect(origin.requests.first?.hasPrefix("PUT /a HTTP/1.1\r\n") == true)
            #expect(origin.requests.first?.contains("\r\nContent-Length: 3000000\r\n") == true)
        }
    }

    @Test func `an answer that comes instead of the body ends it`() async throws {
        try await LoopbackOrigin.serving(.status("503 Slow Down")) { origin in
            let exchange = try await send(.put(Counting(count: 3_000_000)), to: origin)
            #expect(exchange.head.status == 503)
        }
    }

    @Test func `a body that cannot be read ends the transfer`() async throws {
        try await LoopbackOrigin.serving(.ok([1]).afterBody) { origin in
            let code = await problemCode {
                _ = try await send(.put(Counting(count: 3_000_000, readable: 1_000_000)), to: origin)
            }
            #expect(code == .internalFault)
        }
    }

    @Test func `a host that stops taking the body runs out of its time to answer`() async throws {
        try await LoopbackOrigin.serving(.init([.takeBody(most: 1), .hold])) { origin in
            let code = await problemCode {
                _ = try await send(
                    .put(Counting(count: 30_000_000)), to: origin, budgets: .provoking(.fetchTimeoutFirstByte))
            }
            #expect(code == .fetchTimeoutFirstByte)
        }
    }

    @Test func `only the head is asked for, whatever length it tells`() async throws {
        let answer = LoopbackOrigin.Answer([LoopbackOrigin.Answer.head("200 OK", ["Content-Length: 5000"])])
        try await LoopbackOrigin.serving(answer) { origin in
            let exchange = try await send(.head, to: origin)
            #expect(exchange.head.first("content-length") == "5000")
            #expect(origin.requests.first?.hasPrefix("HEAD /a HTTP/1.1\r\n") == true)
        }
    }

    @Test func `an object is deleted`() async throws {
        try await LoopbackOrigin.serving(.init([LoopbackOrigin.Answer.head("204 No Content", [])])) { origin in
            let exchange = try await send(.delete, to: origin)
            #expect(exchange.head.status == 204)
            #expect(origin.requests.first?.hasPrefix("DELETE /a HTTP/1.1\r\n") == true)
        }
    }

    @Test func `a signed request says nothing that a proxy may change, and nothing of the secret`() async throws {
        try await LoopbackOrigin.serving(.ok([1])) { origin in
            _ = try await send(.get, to: origin) { call in
                call.signature = Self.signature
                call.acceptance = .unsaid
            }
            let request = try #require(origin.requests.first)
            #expect(request.contains("\r\nAuthorization: AWS4-HMAC-SHA256 Credential=KEY/"))
            #expect(request.contains("/eu-west-1/s3/aws4_request, SignedHeaders=host;x-amz-"))
            #expect(request.contains("\r\nx-amz-security-token: token\r\n"))
            #expect(!request.contains("hidden") && !request.contains("Accept-Encoding"))
        }
    }

    @Test func `a phone's request takes packings that nobody should use`() async throws {
        try await LoopbackOrigin.serving(.ok([1])) { origin in
            _ = try await send(.get, to: origin) { $0.acceptance = .phone }
            #expect(origin.requests.first?.contains("\r\nAccept-Encoding: gzip, deflate, br\r\n") == true)
        }
    }

    @Test func `a host of the operator's own is resolved by the machine, and judged where it is dialled all the same`()
        async throws
    {
        try await LoopbackOrigin.serving(.ok([1])) { origin in
            let name: (inout HTTPCall) -> Void = { call in
                call.url = origin.url(host: "localhost")
                call.host = "localhost"
            }
            let exchange = try await send(.get, to: origin, name)
            #expect(exchange.head.status == 200)
            let closed = HTTPTransport { _, _ in false }
            let code = await problemCode { _ = try await send(.get, to: origin, name, by: closed) }
            #expect(code == .sourceAddressForbidden)
        }
    }

    @Test(arguments: [true, false])
    func `only a signed request leaves its connection to the next`(isSigned: Bool) async throws {
        // The second answer comes when its request has: one that was there before would be nobody's, and end the connection.
        let kept = LoopbackOrigin.Answer([
            .text("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx"), .pause(.seconds(1)),
            .text("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\ny"),
            .hold,
        ])
        try await LoopbackOrigin.serving(kept) { origin in
            let transport = HTTPTransport { _, _ in true }
            for _ in 0..<2 {
                let collector = BodyCollector()
                _ = try await send(
                    .get, to: origin, { if isSigned { $0.signature = Self.signature } }, by: transport, into: collector)
            }
            #expect(origin.requests.count == (isSigned ? 1 : 2))
        }
    }
}
