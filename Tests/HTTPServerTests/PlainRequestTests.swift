internal import Testing

@testable internal import HTTPServer

struct PlainRequestTests {
    private static func read(_ text: String) -> PlainRequest? { PlainRequest(Array(text.utf8)[...]) }

    @Test(arguments: [
        "Host: a\r\n", "host:a\r\n", "HOST: [::1]:80\r\nAccept: */*\r\nUser-Agent: some one, 1.0\r\n",
        "Host: a\r\nConnection: Keep-Alive\r\n",
        "Accept-Language: \tde, en;q=0.5 \r\nHost: a \r\nReferer: http://ranges/\r\n",
        "Host: a\r\nX-Range: 1\r\nCookie: a=\u{E4}\r\nEmpty:\r\n",
    ])
    func `a GET for all that is there is plain, and ends where it ends`(headers: String) throws {
        let head = "GET /media/a.jpg HTTP/1.1\r\n\(headers)\r\n"
        for rest in ["", "GET /other", "\r\n\r\n"] {
            let request = try #require(Self.read(head + rest))
            #expect(request.target == "/media/a.jpg")
            #expect(request.count == head.utf8.count)
        }
    }

    @Test(arguments: [
        "GET /a HTTP/1.1\r\n\r\n", "GET /a HTTP/1.1\r\nHost:\r\n\r\n", "GET /a HTTP/1.1\r\nHost: \t\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
        "HEAD /a HTTP/1.1\r\nHost: a\r\n\r\n", "get /a HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /a HTTP/1.0\r\nHost: a\r\n\r\n",
        "GET /a HTTP/1.1\nHost: a\n\n", "GET  /a HTTP/1.1\r\nHost: a\r\n\r\n", "GET /a  HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", "GET /\u{E4} HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /a\u{0} HTTP/1.1\r\nHost: a\r\n\r\n", "GET http://a/a HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET a HTTP/1.1\r\nHost: a\r\n\r\n", "GET * HTTP/1.1\r\nHost: a\r\n\r\n",
        "\r\nGET /a HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /a HTTP/1.1\r\n Host: a\r\n\r\n", "GET /a HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost : a\r\n\r\n", "GET /a HTTP/1.1\r\nHost: a\r\nRange : bytes=0-1\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n", "GET /a HTTP/1.1\r\nHost: a\r\nnothing\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: a\r\nX: \u{0}\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: a\r\nX: a\rRange: bytes=0-1\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: a\r\nX: a\nRange: bytes=0-1\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: a\r\nX\u{0}: a\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: a\r\n\n", "GET /a HTTP/1.1\r\nHost: a\r\n\rx",
    ])
    func `whatever is not as clear as can be is not`(head: String) { #expect(Self.read(head) == nil) }

    @Test(arguments: [
        "Range: bytes=0-1", "rAnGe: bytes=0-1", "If-Range: \"a\"", "If-Match: *", "If-None-Match: \"a\"",
        "If-Modified-Since: x", "If-Unmodified-Since: x", "Content-Length: 0", "Transfer-Encoding: chunked",
        "Expect: 100-continue", "Upgrade: h2c", "Connection: close", "Connection: upgrade",
        "Connection: keep-alive, range",
    ])
    func `nor is what asks for something else`(header: String) {
        #expect(Self.read("GET /a HTTP/1.1\r\nHost: a\r\n\(header)\r\n\r\n") == nil)
        #expect(Self.read("GET /a HTTP/1.1\r\n\(header)\r\nHost: a\r\n\r\n") == nil)
    }

    @Test func `nor is one that is not all there, wherever it ends`() {
        let head = Array("GET /a HTTP/1.1\r\nHost: a\r\nAccept: */*\r\n\r\n".utf8)
        for end in 0..<head.count { #expect(PlainRequest(head[..<end]) == nil, "\(end)") }
        #expect(PlainRequest(head[...]) != nil)
    }

    @Test func `any bytes can be read`() {
        var random = SystemRandomNumberGenerator()
        let start = Array("GET /a HTTP/1.1\r\nHost: a\r\n".utf8)
        for _ in 0..<2_000 {
            let rest = (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
            _ = PlainRequest((start + rest)[...])
            _ = PlainRequest(rest[...])
        }
    }
}
