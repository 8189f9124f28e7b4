internal import AttachmentModel
internal import FlowControl
internal import Handover
internal import ObjectStorage
internal import TestSupport
internal import Testing

@testable internal import Fetching

/// Sources that are objects of a storage.
@Suite(.timeLimit(.minutes(1)))
struct ObjectFetchTests {
    private static let source = MediaSource.link(" s3://pictures/a b.jpg ")
    private static let file = picture(3_000)

    /// A bench whose storage is an origin, on which one bucket may be fetched from.
    private func with(
        _ script: [LoopbackOrigin.Answer], _ body: (Bench, LoopbackOrigin) async throws -> Void
    ) async throws {
        try await Bench.with { bench in
            try await LoopbackOrigin.serving(inTurn: script) { origin in
                let variables = [
                    "AWS_ENDPOINT_URL": origin.url(""), "AWS_ACCESS_KEY_ID": "KEY", "AWS_SECRET_ACCESS_KEY": "hidden",
                ]
                let account = try StorageAccount(variables: variables, style: .auto) { _ in nil }
                let store = ObjectStore(account, caFile: nil, userAgent: "affix-test", budgets: .provoking())
                var bench = bench
                bench.configuration.objects = ObjectSources(store, buckets: ["pictures"])
                try await body(bench, origin)
            }
        }
    }

    @Test func `an object is fetched by its name, signed, though nothing else on this machine may be`() async throws {
        try await with([.ok(Self.file, headers: ["ETag: \"v1\""])]) { bench, origin in
            var bench = bench
            bench.configuration.egress = try EgressPolicy(allowAddresses: [], allowPorts: [443])
            let fetched = try await bench.fetch(Self.source)
            #expect(fetched.bytes == Self.file && fetched.attempts == 1 && fetched.origin?.etag == "\"v1\"")
            let request = try #require(origin.requests.first)
            #expect(request.hasPrefix("GET /pictures/a%20b.jpg HTTP/1.1\r\n"))
            #expect(request.contains("\r\nAuthorization: AWS4-HMAC-SHA256 ") && !request.contains("hidden"))
        }
    }

    @Test func `a storm is waited out, and what broke off is resumed`() async throws {
        let part = LoopbackOrigin.Answer([
            LoopbackOrigin.Answer.head("200 OK", ["Content-Length: 3000", "ETag: \"v1\""]),
            .send(Array(Self.file[..<1_000])), .reset,
        ])
        let rest = LoopbackOrigin.Answer.file(RangedFile(Self.file, type: "image/jpeg"))
        try await with([.status("503 Slow Down"), part, rest]) { bench, origin in
            let fetched = try await bench.fetch(Self.source)
            #expect(fetched.bytes == Self.file && fetched.attempts == 3)
            #expect(origin.requests.last?.contains("\r\nIf-Range: \"v1\"\r\n") == true)
        }
    }

    @Test func `an object that has not changed brings no body`() async throws {
        let unchanged = LoopbackOrigin.Answer([LoopbackOrigin.Answer.head("304 Not Modified", ["ETag: \"v1\""])])
        try await with([unchanged]) { bench, origin in
            let known = Validator(etag: "\"v1\"", lastModified: nil)
            let found = try await Fetcher(bench.configuration).fetch(
                Self.source, known, until: Deadline(in: .seconds(50))
            ) { _, _ in }
            switch consume found {
            case .unchanged(let report): #expect(report.status == 304)
            case .file: Issue.record("it was fetched")
            }
            #expect(origin.requests.first?.contains("\r\nIf-None-Match: \"v1\"\r\n") == true)
        }
    }

    @Test(
        arguments: [
            (.status("404 Not Found"), .fetchStatus4xx), (.status("403 Forbidden"), .fetchStatus4xx),
            (.redirect(to: "http://127.0.0.1/", status: 301), .configurationInvalid),
            (.claiming(900_000_000, []), .fetchTooLarge), (.ok([]), .mediaEmpty),
            (.html("<!DOCTYPE html><title>Sign in</title>" + String(repeating: " ", count: 600)), .fetchWrongKind),
        ] as [(LoopbackOrigin.Answer, PreparationError.Code)])
    func `what a storage answers instead has its code, at once`(
        answer: LoopbackOrigin.Answer, code: PreparationError.Code
    ) async throws {
        try await with([answer]) { bench, origin in
            #expect(await bench.problem(Self.source)?.code == code)
            #expect(origin.requests.count == 1)
        }
    }

    @Test(
        arguments: [
            ("s3://secrets/a.jpg", .sourceHostDenied), ("s3://pictures", .sourceInvalid),
            ("s3://pictures/", .sourceInvalid),
            ("s3://Pictures/a.jpg", .sourceInvalid), ("s3://pictures/a/../b", .sourceInvalid),
        ] as [(String, PreparationError.Code)])
    func `what may not be had, or is no object, is not asked for`(link: String, code: PreparationError.Code)
        async throws
    {
        try await with([.ok(Self.file)]) { bench, origin in
            #expect(await bench.problem(.link(link))?.code == code)
            #expect(origin.requests.isEmpty)
        }
    }
}
