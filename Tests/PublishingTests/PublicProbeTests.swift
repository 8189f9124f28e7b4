import AttachmentModel
import FlowControl
import Publishing
import TestSupport
import Testing

/// A public address that serves what it should not.
@Suite(.timeLimit(.minutes(1)))
struct PublicProbeTests {
    private static let text = String(repeating: "0123456789", count: 100)
    private static let bytes = Array(text.utf8)

    private static func served(_ headers: [String] = [], type: String? = "image/jpeg") -> LoopbackOrigin.Answer {
        .ok(bytes, type: type, headers: headers)
    }

    private static func part(_ bytes: ArraySlice<UInt8> = bytes[..<512], range: String = "bytes 0-511/1000")
        -> LoopbackOrigin.Answer
    {
        .ok(Array(bytes), status: "206 Partial Content", headers: ["Content-Range: " + range])
    }

    /// What a probe of a published text says, and the requests that it made.
    private func probe(_ script: [LoopbackOrigin.Answer]) async throws -> (
        problem: PreparationError?, requests: [String]
    ) {
        try await TemporaryFolder.with { folder in
            try await LoopbackOrigin.serving(inTurn: script) { origin in
                let address = try ShelfAddress(base: origin.url(""), allowHTTP: true)
                let probe = PublicProbe(of: address, caFile: nil, userAgent: "affix-test", budgets: .provoking())
                let shelf = ProbedShelf(
                    DirectoryShelf(folder: folder, address: address), probe, budget: .seconds(30))
                do {
                    _ = try await shelf.publish(
                        testRendition(Self.text), copyPath: nil, until: Deadline(in: .seconds(50)))
                    return (nil, origin.requests)
                } catch {
                    return (error as? PreparationError, origin.requests)
                }
            }
        }
    }

    @Test func `a file that is served as it should be is ready`() async throws {
        let (problem, requests) = try await probe([Self.served(), Self.part()])
        #expect(problem == nil && requests.count == 2)
        #expect(requests[0].contains("\r\nAccept-Encoding: gzip, deflate, br\r\n"))
        #expect(requests[0].hasPrefix("GET /") && requests[0].contains(".jpg "))
        #expect(requests[1].contains("\r\nRange: bytes=0-511\r\n"))
    }

    @Test(
        arguments: [
            ([.status("404 Not Found")], "status 404 instead of 200"),
            ([.redirect(to: "https://elsewhere.example.com/")], "it redirects (status 302)"),
            (
                [served(type: "image/jpeg; charset=utf-8")],
                "Content-Type is image/jpeg; charset=utf-8 instead of image/jpeg"
            ),
            ([served(type: nil)], "has no Content-Type"),
            ([served(["Content-Encoding: br"])], "packed (Content-Encoding br)"),
            ([.ok(Array(bytes.dropLast()))], "Content-Length is 999 instead of 1000"),
            ([.withoutLength([.send(bytes)])], "has no Content-Length"),
            ([.ok(Array(bytes.reversed()))], "begins with other bytes"),
            ([served(), served()], "does not answer Range (status 200 instead of 206)"),
            ([served(), part(range: "bytes 0-511/2000")], "instead of bytes 0-511/1000"),
            ([served(), part(bytes[1..<513])], "other bytes than the whole file"),
            ([.init([.text("SSH-2.0-OpenSSH_9.2\r\n")])], "fetch-unreadable-answer"),
        ] as [([LoopbackOrigin.Answer], String)])
    func `what a phone would stumble over is told in words`(script: [LoopbackOrigin.Answer], words: String) async throws
    {
        let (problem, requests) = try await probe(script)
        #expect(problem?.code == .publishProbeFailed)
        #expect(problem?.message.contains(words) == true, "\(problem?.message ?? "ready")")
        #expect(requests.count == script.count)
    }

    @Test func `what may pass in a moment is tried again`() async throws {
        let script = [.status("503 Service Unavailable"), .init([.reset]), Self.served(), Self.part()]
        let (problem, requests) = try await probe(script)
        #expect(problem == nil && requests.count == 4)
    }

    @Test func `a file that cannot be loaded any more is not answered with`() async throws {
        try await TemporaryFolder.with { folder in
            let script = [Self.served(), Self.part(), Self.served(), Self.part(), .status("404 Not Found")]
            try await LoopbackOrigin.serving(inTurn: script) { origin in
                let address = try ShelfAddress(base: origin.url(""), allowHTTP: true)
                let probe = PublicProbe(of: address, caFile: nil, userAgent: "affix-test", budgets: .provoking())
                let shelf = ProbedShelf(DirectoryShelf(folder: folder, address: address), probe, budget: .seconds(30))
                let made = try await shelf.publish(
                    testRendition(Self.text), copyPath: nil, until: Deadline(in: .seconds(50)))
                let facts = MediaFacts(kind: .jpeg, bytes: Self.bytes.count)
                #expect(await shelf.renew(digest: made.digest, facts: facts)?.url == made.url)
                #expect(await shelf.renew(digest: made.digest, facts: facts) == nil)
            }
        }
    }

    @Test func `a certificate that no phone trusts is told`() async throws {
        try await TemporaryFolder.with { folder in
            try await TLSOrigin.serving(in: folder) { origin in
                let address = try ShelfAddress(base: "https://localhost:\(origin.port)", allowHTTP: false)
                let probe = PublicProbe(of: address, caFile: nil, userAgent: "affix-test", budgets: .provoking())
                let shelf = ProbedShelf(
                    DirectoryShelf(folder: folder + "/shelf", address: address), probe, budget: .seconds(30))
                await #expect {
                    try await shelf.publish(testRendition("abc"), copyPath: nil, until: Deadline(in: .seconds(50)))
                } throws: { error in
                    let problem = error as? PreparationError
                    return problem?.code == .publishProbeFailed
                        && problem?.message.contains("fetch-tls-issuer") == true
                }
            }
        }
    }
}
