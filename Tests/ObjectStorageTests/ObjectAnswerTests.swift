internal import AttachmentModel
internal import HTTPTransport
internal import Testing

@testable internal import ObjectStorage

struct ObjectAnswerTests {
    private static func page(_ content: String, cut: String = "false") -> ObjectPage? {
        ObjectPage(
            AnswerText(
                Array(
                    "<?xml version=\"1.0\"?><ListBucketResult xmlns=\"x\"><IsTruncated>\(cut)</IsTruncated>\(content)</ListBucketResult>"
                        .utf8)))
    }

    private static func entry(_ key: String, size: String = "7", time: String = "2026-11-30T11:33:08.123Z") -> String {
        "<Contents><Key>\(key)</Key><ETag>&#34;a&#34;</ETag><Size>\(size)</Size><LastModified>\(time)</LastModified></Contents>"
    }

    @Test func `a page of a list is read, its entities replaced`() throws {
        let page = try #require(
            Self.page(
                Self.entry("a&amp;b&#x3e;&#60;&nosuch;&") + Self.entry("c")
                    + "<NextContinuationToken>t&gt;</NextContinuationToken>",
                cut: "true"))
        #expect(page.entries.map(\.key) == ["a&b><&nosuch;&", "c"])
        #expect(page.entries[0].bytes == 7 && page.entries[0].time == 1_796_038_388)
        #expect(page.next == "t>")
    }

    @Test(arguments: [
        "<Contents><Key>a</Key></Contents>", entry("a", size: "-1"), entry("a", size: "x"),
        entry("a", time: "yesterday"),
        entry("a", time: "2026-11-30T11:33:08+01:00"),
    ])
    func `a list that cannot be read is none`(content: String) {
        #expect(Self.page(content) == nil)
    }

    @Test func `a list that breaks off without saying how it goes on is none`() {
        #expect(Self.page(Self.entry("a"), cut: "true") == nil)
        #expect(ObjectPage(AnswerText(Array("<html>".utf8))) == nil)
        #expect(Self.page("<Contents><Key>a")?.entries == [])
    }

    private func answer(_ status: Int, _ body: String, _ headers: [HTTPHead.Header] = []) -> ObjectAnswer {
        ObjectAnswer(head: HTTPHead(status: status, headers: headers), text: AnswerText(Array(body.utf8)))
    }

    @Test(
        arguments: [
            (403, "SignatureDoesNotMatch", .publishDenied), (403, "AccessDenied", .publishDenied),
            (401, "", .publishDenied),
            (404, "NoSuchBucket", .configurationInvalid), (404, "", .configurationInvalid),
            (400, "EntityTooLarge", .publishDenied), (413, "", .publishDenied),
            (507, "", .publishNoSpace), (507, "XMinioStorageFull", .publishNoSpace),
            (403, "QuotaExceeded", .publishNoSpace),
            (301, "PermanentRedirect", .configurationInvalid), (400, "AuthorizationHeaderMalformed", .publishFailed),
            (500, "InternalError", .publishUnreachable), (503, "SlowDown", .publishUnreachable),
            (429, "", .publishUnreachable),
            (400, "BadDigest", .publishFailed),
        ] as [(Int, String, PreparationError.Code)])
    func `an answer that is no success has its code`(status: Int, fault: String, code: PreparationError.Code) throws {
        let body = fault.isEmpty ? "" : "<Error><Code>\(fault)</Code><StringToSign>hidden</StringToSign></Error>"
        let problem = answer(status, body).problem(
            ObjectName(bucket: "bbb", key: "k"), at: try ObjectEndpoint("http://storage.example.com"))
        #expect(problem.code == code)
        #expect(problem.detail == "status \(status)" + (fault.isEmpty ? "" : " " + fault))
        #expect(!problem.message.contains("hidden"))
    }

    @Test func `the region that a bucket is in is told`() throws {
        let endpoint = ObjectEndpoint(region: "us-east-1")
        let name = ObjectName(bucket: "bbb", key: "k")
        let moved = answer(301, "", [.init(name: "x-amz-bucket-region", value: "eu-west-1")]).problem(
            name, at: endpoint)
        let signed = answer(
            400, "<Error><Code>AuthorizationHeaderMalformed</Code><Region>eu-west-1</Region></Error>"
        ).problem(name, at: endpoint)
        for problem in [moved, signed] {
            #expect(problem.code == .configurationInvalid && problem.message.contains("eu-west-1: set AWS_REGION"))
        }
    }

    @Test func `an error's name is repeated only when it is one`() {
        #expect(answer(400, "<Code>a b</Code>").fault == nil)
        #expect(answer(400, "<Code></Code>").fault == nil)
        #expect(answer(400, "<Code>" + String(repeating: "a", count: 65) + "</Code>").fault == nil)
        #expect(answer(400, "<Code>NoSuchKey</Code>").fault == "NoSuchKey")
    }

    @Test func `a copy counts only when it is said to be made`() {
        #expect(answer(200, "<CopyObjectResult><ETag>x</ETag></CopyObjectResult>").saysCopied)
        #expect(!answer(200, "<Error><Code>InternalError</Code></Error>").saysCopied)
    }

    @Test func `pauses grow, are asked for at most, and end with the time that is left`() {
        var retries = StoreRetries(random: { 1 })
        let pauses = (0..<7).map { _ in retries.pause(asked: nil, left: .seconds(60)) }
        #expect(pauses == [100, 200, 400, 800, 1_600, 2_000, 2_000].map { .milliseconds($0) })
        #expect(retries.pause(asked: .seconds(7), left: .seconds(60)) == .seconds(9))
        #expect(retries.pause(asked: .seconds(7), left: .seconds(8)) == nil)
        #expect(retries.tries == 9)
    }
}
