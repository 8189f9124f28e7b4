import AttachmentModel
import Digests
import FlowControl
import ObjectStorage
import Publishing
import Synchronization
import TestSupport
import Testing

/// An object storage that does exactly what a test says.
@Suite(.timeLimit(.minutes(2)))
struct ObjectShelfTests {
    private static let path = "/pictures/push/ba/ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad.jpg"

    private func shelf(
        _ origin: LoopbackOrigin, style: ObjectEndpoint.Style = .auto, admits: @escaping Admission = { _ in }
    ) throws -> ObjectShelf {
        let account = try StorageAccount(
            variables: [
                "AWS_ENDPOINT_URL": origin.url("", host: style == .host ? "localhost" : nil),
                "AWS_ACCESS_KEY_ID": "KEY", "AWS_SECRET_ACCESS_KEY": "hidden", "AWS_SESSION_TOKEN": "token",
            ], style: style
        ) { _ in nil }
        let store = ObjectStore(account, caFile: nil, userAgent: "affix-test", budgets: .provoking())
        return ObjectShelf(
            store, root: try present(ObjectName("s3://pictures/push")),
            address: try ShelfAddress(base: "https://cdn.example.com", allowHTTP: false), budget: .seconds(30),
            admits: admits)
    }

    private func publish(_ origin: LoopbackOrigin, within budget: Duration = .seconds(60)) async throws -> Publication {
        try await shelf(origin).publish(testRendition("abc"), copyPath: nil, until: Deadline(in: budget))
    }

    private static let stored = LoopbackOrigin.Answer.ok([], type: nil, headers: ["ETag: \"a\""]).afterBody
    private static let refused = LoopbackOrigin.Answer.status("412 Precondition Failed").afterBody
    private static let copied = LoopbackOrigin.Answer.ok(
        Array("<CopyObjectResult><ETag>a</ETag></CopyObjectResult>".utf8), type: "application/xml"
    ).afterBody

    /// What a storage says of the object.
    private static func found(
        bytes: Int = 3, type: String = "image/jpeg", daysOld: Int = 0, headers: [String] = []
    ) -> LoopbackOrigin.Answer {
        let day = 30 - daysOld
        return LoopbackOrigin.Answer([
            LoopbackOrigin.Answer.head(
                "200 OK",
                [
                    "Content-Type: " + type, "Content-Length: \(bytes)", "Date: Mon, 30 Nov 2026 12:00:00 GMT",
                    "Last-Modified: \(day < 10 ? "0" : "")\(day) Nov 2026 12:00:00 GMT",
                ] + headers)
        ])
    }

    @Test func `an object is sent once, signed and described, and looked at afterwards`() async throws {
        try await LoopbackOrigin.serving(inTurn: [Self.stored, Self.found()]) { origin in
            let publication = try await publish(origin)
            #expect(publication.url == "https://cdn.example.com/" + Self.path.dropFirst("/pictures/push/".count))
            #expect(publication.digest == SHA256.digest(of: "abc"))
            let requests = origin.requests
            #expect(requests.count == 2)
            #expect(requests[0].hasPrefix("PUT \(Self.path) HTTP/1.1\r\n"))
            #expect(requests[1].hasPrefix("HEAD \(Self.path) HTTP/1.1\r\n"))
            for line in [
                "Content-Type: image/jpeg", "Content-Length: 3", "If-None-Match: *",
                "Cache-Control: public, max-age=31536000, immutable", "x-amz-security-token: token",
                "x-amz-content-sha256: ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                "x-amz-checksum-sha256: ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=",
            ] {
                #expect(requests[0].contains("\r\n" + line + "\r\n"), "\(line)")
            }
            #expect(requests[0].contains("Authorization: AWS4-HMAC-SHA256 Credential=KEY/"))
            #expect(!requests.contains { $0.contains("hidden") || $0.contains("Content-Encoding") })
        }
    }

    @Test func `a storm and a cut connection are waited out, and the same bytes are sent again`() async throws {
        let script = [
            .status("503 Slow Down"), .status("503 Slow Down").afterBody, .init([.takeBody(most: 1), .reset]),
            .init([.reset]), .status("500 Internal Server Error").afterBody, Self.stored, Self.found(),
        ]
        try await LoopbackOrigin.serving(inTurn: script) { origin in
            _ = try await publish(origin)
            #expect(origin.requests.count == script.count)
        }
    }

    @Test func `a connection that is cut in a large body is tried again`() async throws {
        let text = String(repeating: "a", count: 3_000_000)
        let script = [.init([.takeBody(most: 1_000_000), .reset]), Self.stored, Self.found(bytes: text.utf8.count)]
        try await LoopbackOrigin.serving(inTurn: script) { origin in
            _ = try await shelf(origin).publish(testRendition(text), copyPath: nil, until: Deadline(in: .seconds(60)))
            #expect(origin.requests.count == 3)
        }
    }

    @Test func `a pause that is asked for is not cut short, so there may be no time for it`() async throws {
        let answer = LoopbackOrigin.Answer.status("503 Slow Down", headers: ["Retry-After: 100"]).afterBody
        try await LoopbackOrigin.serving(answer) { origin in
            #expect(await problemCode { _ = try await publish(origin) } == .publishUnreachable)
            #expect(origin.requests.count == 1)
        }
    }

    @Test(
        arguments: [
            ("403 Forbidden", "SignatureDoesNotMatch", .publishDenied),
            ("404 Not Found", "NoSuchBucket", .configurationInvalid),
            ("507 Insufficient Storage", "", .publishNoSpace), ("400 Bad Request", "EntityTooLarge", .publishDenied),
            ("413 Content Too Large", "", .publishDenied), ("301 Moved Permanently", "", .configurationInvalid),
        ] as [(String, String, PreparationError.Code)])
    func `what no waiting mends ends at once`(status: String, fault: String, code: PreparationError.Code) async throws {
        let body = Array("<Error><Code>\(fault)</Code></Error>".utf8)
        try await LoopbackOrigin.serving(.ok(body, type: "application/xml", status: status).afterBody) { origin in
            #expect(await problemCode { _ = try await publish(origin) } == code)
            #expect(origin.requests.count == 1)
        }
    }

    @Test func `an answer that comes before the body was sent is heard`() async throws {
        let text = String(repeating: "a", count: 3_000_000)
        try await LoopbackOrigin.serving(.status("403 Forbidden")) { origin in
            let code = await problemCode {
                _ = try await shelf(origin).publish(
                    testRendition(text), copyPath: nil, until: Deadline(in: .seconds(60)))
            }
            #expect(code == .publishDenied)
        }
    }

    @Test func `a storage that is not there is unreachable, and its key is told to nobody`() async throws {
        let shelf = try await LoopbackOrigin.serving(Self.stored) { origin in try self.shelf(origin) }
        await #expect {
            try await shelf.publish(testRendition("abc"), copyPath: nil, until: Deadline(in: .milliseconds(300)))
        } throws: { error in
            guard let problem = error as? PreparationError else { return false }
            return problem.code == .publishUnreachable && !"\(problem)".contains("hidden") && problem.isRetryable
        }
    }

    @Test func `what is there already is not sent twice, and a young one stays as it is`() async throws {
        try await LoopbackOrigin.serving(inTurn: [Self.refused, Self.found()]) { origin in
            _ = try await publish(origin)
            #expect(origin.requests.map { $0.prefix(4) } == ["PUT ", "HEAD"])
        }
    }

    @Test func `an old one is copied onto itself, with all that it is served with`() async throws {
        try await LoopbackOrigin.serving(inTurn: [Self.refused, Self.found(daysOld: 2), Self.copied]) { origin in
            _ = try await publish(origin)
            let copy = try #require(origin.requests.last)
            #expect(origin.requests.count == 3 && copy.hasPrefix("PUT \(Self.path) "))
            for line in [
                "x-amz-copy-source: \(Self.path)", "x-amz-metadata-directive: REPLACE", "Content-Type: image/jpeg",
                "Cache-Control: public, max-age=31536000, immutable",
            ] {
                #expect(copy.contains("\r\n" + line + "\r\n"), "\(line)")
            }
        }
    }

    @Test func `a copy that only seems to be made is an error`() async throws {
        let broken = LoopbackOrigin.Answer.ok(Array("<Error><Code>InternalError</Code></Error>".utf8)).afterBody
        try await LoopbackOrigin.serving(inTurn: [Self.refused, Self.found(daysOld: 2), broken]) { origin in
            #expect(await problemCode { _ = try await publish(origin) } == .publishFailed)
        }
    }

    @Test(arguments: [found(bytes: 4), found(type: "text/plain"), found(headers: ["Content-Encoding: gzip"])])
    func `something else under the name is replaced`(other: LoopbackOrigin.Answer) async throws {
        let script = [Self.refused, other, Self.stored, Self.found()]
        try await LoopbackOrigin.serving(inTurn: script) { origin in
            _ = try await publish(origin)
            #expect(!origin.requests[2].contains("If-None-Match"))
        }
    }

    @Test(arguments: [
        found(bytes: 4), found(type: "image/jpeg; charset=utf-8"), found(headers: ["Content-Encoding: gzip"]),
        found(headers: ["x-amz-checksum-sha256: 47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="]),
    ])
    func `what is not kept as it was sent is not published`(answer: LoopbackOrigin.Answer) async throws {
        try await LoopbackOrigin.serving(inTurn: [Self.stored, answer]) { origin in
            #expect(await problemCode { _ = try await publish(origin) } == .publishFailed)
        }
    }

    @Test func `a key that may write and not read is told what it needs`() async throws {
        try await LoopbackOrigin.serving(inTurn: [Self.stored, .status("403 Forbidden")]) { origin in
            #expect(await problemCode { _ = try await publish(origin) } == .publishDenied)
        }
    }

    @Test(arguments: ["501 Not Implemented", "400 Bad Request"])
    func `a storage without conditions and checksums is served without them from then on`(status: String) async throws {
        let body = Array("<Error><Code>NotImplemented</Code></Error>".utf8)
        let refusal = LoopbackOrigin.Answer.ok(body, status: status).afterBody
        let script = [refusal, Self.stored, Self.found(), Self.stored, Self.found()]
        try await LoopbackOrigin.serving(inTurn: script) { origin in
            let shelf = try shelf(origin)
            for _ in 0..<2 {
                _ = try await shelf.publish(testRendition("abc"), copyPath: nil, until: Deadline(in: .seconds(60)))
            }
            for extra in ["If-None-Match", "x-amz-checksum-"] {
                #expect(origin.requests.map { $0.contains(extra) } == [true, false, false, false, false], "\(extra)")
            }
        }
    }

    @Test func `a bucket in the host is asked for by that host`() async throws {
        try await LoopbackOrigin.serving(inTurn: [Self.stored, Self.found()]) { origin in
            let shelf = try shelf(origin, style: .host)
            _ = try await shelf.publish(testRendition("abc"), copyPath: nil, until: Deadline(in: .seconds(60)))
            let request = try #require(origin.requests.first)
            #expect(request.hasPrefix("PUT " + Self.path.dropFirst("/pictures".count) + " "))
            #expect(request.contains("\r\nHost: pictures.localhost:\(origin.port)\r\n"))
        }
    }

    @Test func `renewing finds what is there, and nothing else`() async throws {
        let facts = MediaFacts(kind: .jpeg, bytes: 3)
        let digest = SHA256.digest(of: "abc")
        let script = [
            Self.found(), .status("404 Not Found"), Self.found(bytes: 4), Self.found(daysOld: 3), Self.copied,
        ]
        try await LoopbackOrigin.serving(inTurn: script) { origin in
            let shelf = try shelf(origin)
            #expect(await shelf.renew(digest: digest, facts: facts)?.digest == digest)
            #expect(await shelf.renew(digest: digest, facts: facts) == nil)
            #expect(await shelf.renew(digest: digest, facts: facts) == nil)
            #expect(await shelf.renew(digest: digest, facts: facts) != nil)
            #expect(origin.requests.count == script.count)
        }
    }

    @Test func `what may not appear is never sent, and removed when that is found out later`() async throws {
        let list = LoopbackOrigin.Answer.ok(
            Array(
                "<ListBucketResult><Contents><Key>\(Self.path.dropFirst("/pictures/".count))</Key><Size>3</Size><LastModified>2026-11-30T11:33:08Z</LastModified></Contents></ListBucketResult>"
                    .utf8))
        let gone = LoopbackOrigin.Answer([LoopbackOrigin.Answer.head("204 No Content", [])])
        for (allowed, count) in [(0, 0), (1, 4)] {
            try await LoopbackOrigin.serving(inTurn: [Self.stored, Self.found(), list, gone]) { origin in
                let asked = Mutex(0)
                let shelf = try shelf(origin) { (_) throws(PreparationError) in
                    let number = asked.withLock { asked in
                        asked += 1
                        return asked
                    }
                    if number > allowed { throw PreparationError(.sourceWithdrawn) }
                }
                let code = await problemCode {
                    _ = try await shelf.publish(testRendition("abc"), copyPath: nil, until: Deadline(in: .seconds(60)))
                }
                #expect(code == .sourceWithdrawn && origin.requests.count == count)
                #expect(count == 0 || origin.requests[3].hasPrefix("DELETE \(Self.path) "))
            }
        }
    }

    @Test func `an object goes only if it is old when it is looked at last`() async throws {
        let key = Self.path.dropFirst("/pictures/".count)
        let list = LoopbackOrigin.Answer.ok(
            Array(
                "<ListBucketResult><Contents><Key>\(key)</Key><Size>3</Size><LastModified>2026-10-01T12:00:00Z</LastModified></Contents></ListBucketResult>"
                    .utf8))
        let old = LoopbackOrigin.Answer([
            LoopbackOrigin.Answer.head(
                "200 OK",
                [
                    "Content-Length: 3", "Date: Mon, 30 Nov 2026 12:00:00 GMT",
                    "Last-Modified: Thu, 01 Oct 2026 12:00:00 GMT",
                ])
        ])
        let gone = LoopbackOrigin.Answer([LoopbackOrigin.Answer.head("204 No Content", [])])
        let order = CollectionOrder(now: 1_796_040_000, removes: true, verifies: false) { _ in nil }
        for (answer, goes) in [(old, true), (Self.found(), false), (.status("403 Forbidden"), false)] {
            try await LoopbackOrigin.serving(inTurn: [list, answer, gone]) { origin in
                let found = try await shelf(origin).collect(order)
                #expect(found.expired == (goes ? 1 : 0) && found.kept == (goes ? 0 : 1))
                #expect(origin.requests.count == (goes ? 3 : 2))
                #expect(!goes || origin.requests[2].hasPrefix("DELETE \(Self.path) "))
            }
        }
    }

    @Test func `a storage that gives one page again and again is not asked for ever`() async throws {
        let page = LoopbackOrigin.Answer.ok(
            Array(
                "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>a</NextContinuationToken></ListBucketResult>"
                    .utf8))
        let order = CollectionOrder(now: 0, removes: true, verifies: false) { _ in nil }
        try await LoopbackOrigin.serving(page) { origin in
            #expect(await problemCode { _ = try await shelf(origin).collect(order) } == .publishFailed)
            #expect(origin.requests.count == 2)
        }
    }

    @Test func `a bucket that keeps versions is told of`() async throws {
        let list = LoopbackOrigin.Answer.ok(
            Array(
                "<ListBucketResult><Contents><Key>\(Self.path.dropFirst("/pictures/".count))</Key><Size>3</Size><LastModified>2026-11-30T11:33:08Z</LastModified></Contents></ListBucketResult>"
                    .utf8))
        let hidden = LoopbackOrigin.Answer([LoopbackOrigin.Answer.head("204 No Content", ["x-amz-version-id: v1"])])
        try await LoopbackOrigin.serving(inTurn: [list, hidden]) { origin in
            let withdrawal = try await shelf(origin).withdraw(digest: SHA256.digest(of: "abc"), fileExtension: nil)
            #expect(withdrawal.keepsVersions && withdrawal.removed == 1)
        }
    }
}
