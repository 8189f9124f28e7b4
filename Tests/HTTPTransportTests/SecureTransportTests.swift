internal import AttachmentModel
internal import FlowControl
internal import Foundation
internal import HTTPTransport
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(1)))
struct SecureTransportTests {
    private let picture: [UInt8] = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 * 7) }

    /// Lends an nginx that serves a picture, and below `/behind/` the given answer.
    private func serving(
        _ behind: LoopbackOrigin.Answer = .status("404 Not Found"), _ body: (NginxOrigin) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            try Data(picture).write(to: URL(filePath: folder + "/a.jpg"))
            try await LoopbackOrigin.serving(behind) { upstream in
                try await NginxOrigin.serving(in: folder, behind: upstream.port, body)
            }
        }
    }

    private func fetch(
        _ path: String, _ port: Int, _ origin: NginxOrigin,
        by transport: HTTPTransport = HTTPTransport { _, _ in true },
        into collector: BodyCollector
    ) async throws(PreparationError) -> HTTPExchange {
        let call = HTTPCall(
            url: "https://media.example:\(port)\(path)", host: "media.example", port: port, addresses: ["127.0.0.1"],
            userAgent: "affix-test", caFile: origin.certificate, budgets: .provoking(),
            deadline: Deadline(in: .seconds(40))
        )
        return try await transport.perform(call, into: collector)
    }

    @Test func `HTTP/2 is spoken where it is offered, and HTTP/1.1 where it is not`() async throws {
        try await serving { origin in
            for (port, name) in [(origin.port, "HTTP/2.0"), (origin.oldPort, "HTTP/1.1")] {
                let collector = BodyCollector()
                let exchange = try await fetch("/a.jpg", port, origin, into: collector)
                #expect(exchange.head.status == 200 && exchange.head.first("x-protocol") == name)
                #expect(collector.body == picture)
            }
        }
    }

    @Test func `sixteen transfers over HTTP/2 do not mix`() async throws {
        try await serving { origin in
            let transport = HTTPTransport { _, _ in true }
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<16 {
                    group.addTask {
                        let collector = BodyCollector()
                        _ = try? await fetch("/a.jpg", origin.port, origin, by: transport, into: collector)
                        return collector.body == picture
                    }
                }
                for await isWhole in group { #expect(isWhole) }
            }
        }
    }

    @Test(
        arguments: [
            (.claiming(500_000, [.send(.init(repeating: 1, count: 30_000)), .reset]), .fetchTruncated),
            (.claiming(500_000, [.send(.init(repeating: 1, count: 30_000))]), .fetchTruncated),
            (.status("403 No"), .fetchStatus4xx),
        ] as [(LoopbackOrigin.Answer, PreparationError.Code)])
    func `a stream of HTTP/2 that is reset in the middle is truncated`(
        answer: LoopbackOrigin.Answer, code: PreparationError.Code
    ) async throws {
        try await serving(answer) { origin in
            let met = await problemCode {
                _ = try await fetch("/behind/a.jpg", origin.port, origin, into: BodyCollector())
            }
            #expect(met == code)
        }
    }

    @Test func `a late connection says whether it was TCP or TLS that was waited for`() async throws {
        func lateness(_ port: Int) async -> String {
            do {
                _ = try await perform(
                    "https://127.0.0.1:\(port)/", port, budgets: .provoking(.fetchTimeoutConnect), into: BodyCollector()
                )
                return ""
            } catch {
                return "\(error.code.text) \(error.detail ?? "")"
            }
        }
        try await LoopbackOrigin.serving(.init([.hold])) { origin in
            let words = await lateness(origin.port)
            #expect(words.hasPrefix("fetch-timeout-connect") && words.contains("TLS handshake"))
        }
        try await LoopbackOrigin.withDeafPort { port in
            let words = await lateness(port)
            #expect(words.hasPrefix("fetch-timeout-connect") && words.contains("no TCP connection"))
        }
    }
}
