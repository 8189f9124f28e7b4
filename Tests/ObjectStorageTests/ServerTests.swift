internal import Affix
internal import AttachmentModel
internal import FlowControl
internal import Foundation
internal import HTTPTransport
internal import MediaSamples
internal import ObjectStorage
internal import TestSupport
internal import Testing

@testable internal import Publishing

/// A real storage.
@Suite(.objectServer, .serialized, .timeLimit(.minutes(3)))
struct ServerTests {
    private func server() throws -> ObjectServer { try #require(ObjectServer.current) }

    /// A shelf below a prefix of its own.
    private func shelf(
        _ key: ObjectServer.Key = .owner, secret: String? = nil, bucket: String = ObjectServer.bucket,
        prefix: String = UUID().uuidString
    ) throws -> ObjectShelf {
        ObjectShelf(
            try server().store(key, secret: secret), root: ObjectName(bucket: bucket, key: prefix), address: nil,
            budget: .seconds(30))
    }

    private func publish(_ text: String, on shelf: ObjectShelf, within budget: Duration = .seconds(30)) async throws
        -> Publication
    {
        try await shelf.publish(testRendition(text), copyPath: nil, until: Deadline(in: budget))
    }

    private func collect(
        _ shelf: ObjectShelf, daysLater: Int = 0, removes: Bool = false, verifies: Bool = false,
        keepUntil: @escaping @Sendable (String) throws(PreparationError) -> Int? = { _ in nil }
    ) async throws -> ShelfCollection {
        let now = Int(Date().timeIntervalSince1970) + daysLater * 86_400
        return try await shelf.collect(
            CollectionOrder(now: now, removes: removes, verifies: verifies, keepUntil: keepUntil))
    }

    @Test func `what is published is there for everybody, with the type and the length of its bytes`() async throws {
        let shelf = try shelf(prefix: "a b/ü")
        let made = try await publish("abc", on: shelf)
        #expect(made.url == "s3://pictures/a%20b/%C3%BC/ba/\(made.digest).jpg" && !made.isPublic)
        let url = try #require(
            URL(string: "http://127.0.0.1:\(server().port)/pictures/a%20b/%C3%BC/ba/\(made.digest).jpg"))
        let (body, response) = try await Self.load(url)
        #expect(body == Data("abc".utf8))
        #expect(response["Content-Type"] == "image/jpeg" && response["Content-Length"] == "3")
        #expect(response["Cache-Control"] == "public, max-age=31536000, immutable")
        #expect(await shelf.isWhole(digest: made.digest, fileExtension: "jpg"))
        #expect(await shelf.renew(digest: made.digest, facts: MediaFacts(kind: .jpeg, bytes: 3)) != nil)
        #expect(await shelf.renew(digest: made.digest, facts: MediaFacts(kind: .png, bytes: 3)) == nil)
    }

    /// What anybody gets, through a library of its own.
    private static func load(_ url: URL) async throws -> (Data, [String: String]) {
        let curl = Process()
        curl.executableURL = URL(filePath: "/usr/bin/curl")
        curl.arguments = ["-sS", "-i", url.absoluteString]
        let output = Pipe()
        curl.standardOutput = output
        try curl.run()
        let answer = try output.fileHandleForReading.readToEnd() ?? Data()
        curl.waitUntilExit()
        let end = try #require(answer.firstRange(of: Data("\r\n\r\n".utf8)))
        let lines = String(decoding: answer[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n").dropFirst()
        let headers = lines.map { $0.split(separator: ":", maxSplits: 1).map(String.init) }
        return (
            answer[end.upperBound...],
            Dictionary(headers.map { ($0[0], $0[1].trimmingCharacters(in: .whitespaces)) }) { $1 }
        )
    }

    @Test func `the same bytes twice are one object, and a large one arrives whole`() async throws {
        let shelf = try shelf()
        let large = String(repeating: "0123456789", count: 900_000)
        for text in ["abc", "abc", large, large] { _ = try await publish(text, on: shelf) }
        let found = try await collect(shelf, verifies: true)
        #expect(found.kept == 2 && found.keptBytes == 3 + large.utf8.count && found.damaged.isEmpty)
    }

    @Test(
        arguments: [
            (.owner, "wrong", ObjectServer.bucket, .publishDenied), (.reader, nil, ObjectServer.bucket, .publishDenied),
            (.owner, nil, "no-such-bucket", .configurationInvalid),
        ] as [(ObjectServer.Key, String?, String, PreparationError.Code)])
    func `a wrong key, one that may only read, and a missing bucket are told apart`(
        key: ObjectServer.Key, secret: String?, bucket: String, code: PreparationError.Code
    ) async throws {
        let shelf = try shelf(key, secret: secret, bucket: bucket)
        await #expect {
            try await publish("abc", on: shelf)
        } throws: { error in
            guard let problem = error as? PreparationError else { return false }
            return problem.code == code && !"\(problem)".contains("secret+of")
        }
        #expect(await problemCode { try await shelf.probe() } == code)
    }

    @Test func `a place that can be written is found out without leaving anything`() async throws {
        let shelf = try shelf()
        try await shelf.probe()
        let page = try await server().store().page(
            of: ObjectServer.bucket, prefix: shelf.prefix, after: nil, until: Deadline(in: .seconds(30)))
        #expect(page.entries.isEmpty)
    }

    @Test func `a full storage is told of when the time is up`() async throws {
        let store = try server().store()
        // Each bucket takes room that no other one gets; a few later there is none left.
        var code: PreparationError.Code?
        for number in 0..<9 where code == nil {
            let bucket = ObjectName(bucket: "full-\(number)", key: "")
            _ = try await store.answer(ObjectRequest(.put(EmptySender()), bucket), until: Deadline(in: .seconds(30)))
            let shelf = try shelf(bucket: bucket.bucket)
            code = await problemCode { _ = try await publish("abc", on: shelf, within: .seconds(3)) }
        }
        #expect(code == .publishUnreachable)
    }

    @Test func `what nobody has asked for in 36 days goes, and only when that is said`() async throws {
        let shelf = try shelf()
        for text in ["a", "b", "c"] { _ = try await publish(text, on: shelf) }
        #expect(try await collect(shelf, daysLater: 35).expired == 0)
        #expect(try await collect(shelf, daysLater: 37).expired == 3)
        // The server's own clock says that they are young: nothing goes by ours alone.
        #expect(try await collect(shelf, daysLater: 37, removes: true).expired == 0)
        #expect(try await collect(shelf).kept == 3)
    }

    @Test func `the index keeps objects, and nothing goes while it cannot be asked`() async throws {
        let shelf = try shelf()
        let made = try await publish("abc", on: shelf)
        let found = try await collect(shelf, daysLater: 37) { $0 == made.digest ? .max : nil }
        #expect(found.expired == 0 && found.kept == 1)
        let code = await problemCode {
            _ = try await collect(shelf, daysLater: 37, removes: true) { (_) throws(PreparationError) in
                throw PreparationError(.configurationMachine)
            }
        }
        #expect(code == .configurationMachine)
    }

    @Test func `objects are listed page by page, and strange ones are left alone`() async throws {
        let shelf = try shelf()
        let store = try server().store()
        let strange = ["robots.txt", "ba/index.html", "bb/\(String(repeating: "a", count: 64)).jpg"]
        for key in strange {
            let name = ObjectName(bucket: ObjectServer.bucket, key: shelf.prefix + key)
            _ = try await store.answer(ObjectRequest(.put(EmptySender()), name), until: Deadline(in: .seconds(30)))
        }
        for number in 0..<5 { _ = try await publish("text \(number)", on: shelf) }
        #expect(try await collect(shelf, daysLater: 400).expired == 5)
        var seen = 0
        var token: String?
        repeat {
            let page = try await store.page(
                of: ObjectServer.bucket, prefix: shelf.prefix, after: token, until: Deadline(in: .seconds(30)), most: 3)
            #expect(page.entries.count <= 3)
            seen += page.entries.count
            token = page.next
        } while token != nil
        #expect(seen == 8)
    }

    @Test func `damaged objects are found when they are read`() async throws {
        let shelf = try shelf()
        let made = try await publish("abc", on: shelf)
        let name = ObjectName(bucket: ObjectServer.bucket, key: shelf.prefix + "ba/\(made.digest).jpg")
        let store = try server().store()
        _ = try await store.answer(ObjectRequest(.put(EmptySender()), name), until: Deadline(in: .seconds(30)))
        #expect(try await collect(shelf, verifies: true).damaged == ["ba/\(made.digest).jpg"])
        // Publishing it again puts it right.
        _ = try await publish("abc", on: shelf)
        #expect(try await collect(shelf, verifies: true).damaged.isEmpty)
    }

    @Test func `a copy onto itself leaves an object as it was, but for its time`() async throws {
        let shelf = try shelf(prefix: "copies/a b")
        let made = try await publish("abc", on: shelf)
        let store = try server().store()
        let name = ObjectName(bucket: ObjectServer.bucket, key: shelf.prefix + "ba/\(made.digest).jpg")
        let headers = [
            "x-amz-copy-source": store.source(of: name), "x-amz-metadata-directive": "REPLACE",
            "Content-Type": "image/jpeg", "Cache-Control": "public, max-age=31536000, immutable",
        ]
        let answer = try await store.answer(
            ObjectRequest(.put(EmptySender()), name, headers: headers), until: Deadline(in: .seconds(30)))
        #expect(answer.saysCopied)
        let facts = MediaFacts(kind: .jpeg, bytes: 3)
        #expect(await shelf.renew(digest: made.digest, facts: facts) != nil)
        #expect(await shelf.isWhole(digest: made.digest, fileExtension: "jpg"))
    }

    @Test func `what is withdrawn is gone, under whatever extension it lay`() async throws {
        let shelf = try shelf()
        let made = try await publish("abc", on: shelf)
        _ = try await shelf.publish(testRendition("abc", kind: .png), copyPath: nil, until: Deadline(in: .seconds(30)))
        _ = try await publish("other", on: shelf)
        #expect(try await shelf.withdraw(digest: made.digest, fileExtension: "jpg").removed == 2)
        #expect(try await collect(shelf).kept == 1)
    }

    // The whole line.

    private func preparer(
        _ folder: String, prefix: String, buckets: [String] = [], probes: Bool = false, remembers: Bool = false
    ) throws -> Preparer {
        var configuration = PreparerConfiguration()
        configuration.shelf = "s3://pictures/" + prefix
        configuration.state = folder
        configuration.baseURL = "http://127.0.0.1:\(try server().port)/pictures/" + prefix
        configuration.allowHTTPBase = true
        configuration.variables = try server().variables()
        configuration.allowBuckets = buckets
        configuration.probes = probes
        configuration.remembers = remembers
        configuration.workerPath = Products.path(of: "affix-worker")
        configuration.budgets = .provoking()
        return try Preparer(configuration)
    }

    private func put(_ sample: MediaSample, as key: String) async throws {
        let name = ObjectName(bucket: ObjectServer.bucket, key: key)
        try await TemporaryFolder.with { _ in
            let bytes = try sample.bytes
            let sender = BytesSender(bytes)
            let answer = try await server().store().answer(
                ObjectRequest(
                    .put(sender), name, headers: ["Content-Type": "image/jpeg"], bodyDigest: "UNSIGNED-PAYLOAD"),
                until: Deadline(in: .seconds(30)))
            #expect(answer.status == 200)
        }
    }

    private struct BytesSender: HTTPSender {
        let bytes: [UInt8]
        var count: Int { bytes.count }

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        func read(into room: UnsafeMutableRawBufferPointer, from place: Int) -> Int? {
            let part = bytes[place..<min(bytes.count, place + room.count)]
            unsafe room.copyBytes(from: part)
            return part.count
        }
    }

    @Test func `an object of an allowed bucket is prepared, published, probed and remembered`() async throws {
        try await put(.photo1200x800, as: "sources/photo one.jpg")
        try await TemporaryFolder.with { folder in
            let preparer = try preparer(
                folder, prefix: UUID().uuidString, buckets: [ObjectServer.bucket], probes: true, remembers: true)
            let request = AttachmentRequest(.link("s3://pictures/sources/photo one.jpg"), timeout: .seconds(60))
            let first = try await preparer.prepare(request)
            #expect(first.facts.width == 800 && first.origin?.status == 200 && !first.remembered)
            let second = try await preparer.prepare(request)
            #expect(second.remembered && second.digest == first.digest && second.timings.render == 0)
            let seen = try await preparer.inspect(request)
            #expect(seen.facts.width == 1200 && seen.source.digest == first.source.digest)
            #expect(try await preparer.preview(of: first).width == 320)
            let report = try await preparer.withdraw("s3://pictures/sources/photo one.jpg")
            #expect(report.removed == 1 && report.forgotten == 1 && report.urls == [first.url] && report.troubles == [])
            #expect(await problemCode { _ = try await preparer.prepare(request) } == .sourceWithdrawn)
        }
    }

    @Test(
        arguments: [
            ("s3://secrets/a.jpg", .sourceHostDenied), ("s3://pictures/nothing-here.jpg", .fetchStatus4xx),
            ("s3://pictures/", .sourceInvalid), ("s3://Pictures/a.jpg", .sourceInvalid),
        ] as [(String, PreparationError.Code)])
    func `an object that may not be had, or is none, is refused`(link: String, code: PreparationError.Code) async throws
    {
        try await TemporaryFolder.with { folder in
            let preparer = try preparer(folder, prefix: "refused", buckets: [ObjectServer.bucket])
            #expect(
                await problemCode {
                    _ = try await preparer.prepare(AttachmentRequest(.link(link), timeout: .seconds(60)))
                }
                    == code)
        }
    }

    @Test func `no bucket is a source unless it is named`() async throws {
        try await TemporaryFolder.with { folder in
            let preparer = try preparer(folder, prefix: "refused")
            let request = AttachmentRequest(.link("s3://pictures/first"), timeout: .seconds(60))
            #expect(await problemCode { _ = try await preparer.prepare(request) } == .sourceHostDenied)
            #expect(await problemCode { _ = try await preparer.inspect(request) } == .sourceHostDenied)
        }
    }
}
