internal import Digests
internal import Foundation
internal import MediaSamples
internal import TestSupport
internal import Testing

@testable internal import Serving

@Suite(.timeLimit(.minutes(2)))
struct RenderLinkTests {
    private static let key = SigningKey(bytes: Array(repeating: 7, count: 32))
    private static let link = RenderLink(source: "https://a.example/b c&d=é.jpg", profile: "lite", expires: 1_000)

    @Test func `a signed link reads back as it was made`() throws {
        let query = Self.link.query(signedBy: Self.key)
        #expect(try RenderLink(query: query, signedBy: Self.key, now: 999) == Self.link)
    }

    @Test(arguments: [
        ("", "request-signature"), ("url=a", "request-signature"), ("&signature=", "request-signature"),
        (link.query(signedBy: SigningKey(bytes: Array(repeating: 8, count: 32))), "request-signature"),
        (link.query(signedBy: key).replacing("lite", with: "push"), "request-signature"),
        ("x=1&" + link.query(signedBy: key), "request-signature"),
        (link.query(signedBy: key) + "&url=https%3A%2F%2Fb.example", "request-signature"),
        (String(link.query(signedBy: key).dropLast()), "request-signature"),
    ])
    func `a link that was not signed like this is refused`(query: String, cause: String) {
        let fault = #expect(throws: RequestFault.self) {
            try RenderLink(query: query, signedBy: Self.key, now: 0)
        }
        #expect(fault?.cause.rawValue == cause)
    }

    @Test func `whoever holds the key of callbacks signs no links`() {
        let query = Self.link.query(signedBy: SigningKey(bytes: Self.key.ofCallbacks))
        let fault = #expect(throws: RequestFault.self) {
            try RenderLink(query: query, signedBy: Self.key, now: 0)
        }
        #expect(fault?.cause == .signature)
    }

    @Test func `a name that stands twice in a link is refused, whoever has signed it`() {
        let query = "url=data:,x&url=data:,y&profile=push&expires=9"
        let code = HMAC.code(of: query, key: Self.key.bytes)
        let fault = #expect(throws: RequestFault.self) {
            try RenderLink(query: query + "&signature=" + code, signedBy: Self.key, now: 0)
        }
        #expect(fault?.cause == .malformed && fault?.message.contains("url more than once") == true)
    }

    @Test func `what was signed as a callback is no link, whatever somebody has written into it`() {
        let forged = "1.&url=https%3A%2F%2Fa.example&profile=push&expires=9999999999"
        let code = Self.key.signature(of: String(forged.dropFirst(2)), at: 1).dropFirst("t=1,v1=".count)
        let fault = #expect(throws: RequestFault.self) {
            try RenderLink(query: forged + "&signature=" + code, signedBy: Self.key, now: 0)
        }
        #expect(fault?.cause == .signature)
    }

    @Test func `a link is good until its time`() {
        let query = Self.link.query(signedBy: Self.key)
        let fault = #expect(throws: RequestFault.self) {
            try RenderLink(query: query, signedBy: Self.key, now: 1_000)
        }
        #expect(fault?.cause == .expired)
    }

    @Test func `a good link leads to the published file, and any other costs no fetch`() async throws {
        try await ServiceBench.with(["/a.jpg": [try .sample(.photo1200x800)]]) { configuration, folder in
            configuration.signingKeyFile = ServiceBench.signingKey(in: folder)
        } _: { bench in
            let key = ServiceBench.signingKey
            let link = RenderLink(source: bench.origin.url("/a.jpg"), profile: "push", expires: .max)
            let query = link.query(signedBy: key)
            #expect(await bench.get("/render?" + query.dropLast())?.status == 403)
            let old = RenderLink(source: link.source, profile: "push", expires: 5).query(signedBy: key)
            #expect(await bench.get("/render?" + old)?.status == 403)
            #expect(bench.origin.requests.isEmpty)
            let answer = try #require(await bench.get("/render?" + query))
            #expect(answer.status == 302)
            #expect(answer.headers["location"]?.hasPrefix("https://cdn.example.com/media/") == true)
        }
    }

    @Test func `a service without a key makes no such links`() async throws {
        try await ServiceBench.with { bench in #expect(await bench.get("/render?url=a")?.status == 404) }
    }
}
