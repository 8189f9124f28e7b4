internal import AttachmentModel
internal import HTTPTransport
internal import Testing

@testable internal import Fetching

struct ResumptionTests {
    private func head(_ status: Int, _ headers: [(String, String)]) -> HTTPHead {
        HTTPHead(status: status, headers: headers.map { HTTPHead.Header(name: $0.0, value: $0.1) })
    }

    @Test(
        arguments: [
            ([("etag", "\"a\""), ("content-length", "100")], true), ([("etag", "\"a\"")], true),
            ([("etag", "W/\"a\"")], false), ([("last-modified", "Sat, 01 Nov 2025 10:00:00 GMT")], false),
            ([("etag", "a")], false), ([("etag", "\"a\r\"")], false), ([], false),
            ([("etag", "\"a\""), ("content-encoding", "gzip")], false),
            ([("etag", "\"a\""), ("accept-ranges", "none")], false),
            ([("etag", "\"a\""), ("accept-ranges", "bytes")], true),
        ] as [([(String, String)], Bool)])
    func `only a plain body with a strong validator is resumed`(headers: [(String, String)], isResumed: Bool) {
        #expect((Resumption(of: head(200, headers), count: 40) != nil) == isResumed)
        #expect(Resumption(of: head(200, headers), count: 0) == nil)
    }

    @Test func `the rest is asked for, and only of the same file`() throws {
        let resumption = try #require(Resumption(of: head(200, [("etag", "\"a\"")]), count: 40))
        #expect(resumption.headers.map { $0.name + ": " + $0.value } == ["Range: bytes=40-", "If-Range: \"a\""])
    }

    @Test(
        arguments: [
            ([("content-range", "bytes 40-99/100"), ("etag", "\"a\"")], 100),
            ([("content-range", "bytes 40-99/*")], 100),
            ([("content-range", "bytes 41-99/100")], nil), ([("content-range", "bytes 40-98/99")], nil),
            ([("content-range", "bytes 40-99/100"), ("etag", "\"b\"")], nil), ([], nil),
            ([("content-range", "bytes 40-99/100"), ("content-encoding", "gzip")], nil),
        ] as [([(String, String)], Int?)])
    func `another part than the rest is refused`(headers: [(String, String)], total: Int?) throws {
        let first = head(200, [("etag", "\"a\""), ("content-length", "100")])
        let resumption = try #require(Resumption(of: first, count: 40))
        #expect((try? resumption.check(head(206, headers), host: "h")) == total)
    }

    @Test(
        arguments: [
            "bytes 5-4/9", "bytes 0-9/9", "bytes */9", "items 0-1/9", "bytes 0-1", "bytes -1-1/9", "bytes 0-+1/9",
            "bytes 0-99999999999999999999/*", "", "bytes", "bytes 0-1/9/9", "bytes 0-1-2/9",
        ])
    func `a malformed range is none`(text: String) {
        #expect(ContentRange(text) == nil)
    }
}
