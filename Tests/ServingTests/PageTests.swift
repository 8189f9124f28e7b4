internal import Foundation
internal import MediaSamples
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(2)))
struct PageTests {
    @Test func `the page and all that it names come from here, under a policy that lets nothing else in`() async throws
    {
        try await ServiceBench.with { bench in
            let page = try #require(await bench.get("/"))
            #expect(page.status == 200 && page.headers["content-type"] == "text/html; charset=utf-8")
            let policy = try #require(page.headers["content-security-policy"])
            #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe") && !policy.contains("http"))
            #expect(page.headers["x-content-type-options"] == "nosniff")
            let names = Set(page.text.matches(of: /(?:src|href)="([^"#]+)"/).map { String($0.1) })
            #expect(names.count >= 4)
            for name in names {
                #expect(name.hasPrefix("/page/"), "\(name)")
                #expect(await bench.get(name)?.status == 200, "\(name)")
            }
            #expect(page.text.matches(of: #/ (on\w+|style)=/#).isEmpty)
        }
    }

    @Test func `scripts import what is there`() async throws {
        try await ServiceBench.with { bench in
            var (rest, seen) = (["main.js"], Set<String>())
            while let name = rest.popLast() {
                guard seen.insert(name).inserted else { continue }
                let script = try #require(await bench.get("/page/" + name))
                #expect(
                    script.status == 200 && script.headers["content-type"] == "text/javascript; charset=utf-8",
                    "\(name)")
                rest += script.text.matches(of: /from "\.\/([^"]+)"/).map { String($0.1) }
            }
            #expect(seen.count == 7)
        }
    }

    @Test func `whoever has the page already gets its head only`() async throws {
        try await ServiceBench.with { bench in
            let whole = try #require(await bench.get("/"))
            let tag = try #require(whole.headers["etag"])
            let known = try #require(await bench.get("/", headers: ["If-None-Match: \(tag)"]))
            #expect(known.status == 304 && [nil, String(whole.body.count)].contains(known.headers["content-length"]))
            #expect(await bench.get("/", headers: ["If-None-Match: \"x\""])?.status == 200)
        }
    }

    @Test func `receipts of late are listed, the newest first and each file once`() async throws {
        let answers: [String: [LoopbackOrigin.Answer]] = [
            "/a.jpg": [try .sample(.photo1200x800)], "/b.jpg": [try .sample(.photoWebP)],
        ]
        try await ServiceBench.with(answers) { bench in
            for path in ["/a.jpg", "/b.jpg", "/a.jpg", "/gone.jpg"] { _ = await bench.order(path) }
            let items = await bench.get("/v1/attachments")?.object["items"] as? [[String: Any]]
            let urls = items?.compactMap { ($0["source"] as? [String: Any])?["url"] as? String }
            #expect(urls == [bench.origin.url("/a.jpg"), bench.origin.url("/b.jpg")])
            let one = await bench.get("/v1/attachments?limit=1")?.object["items"] as? [[String: Any]]
            #expect(one?.count == 1)
        }
    }

    @Test(arguments: ["?limit=0", "?limit=61", "?limit=x", "?limit=1&limit=2", "?most=1", "?%zz"])
    func `a list of receipts has its limit`(query: String) async throws {
        try await ServiceBench.with { bench in
            #expect(await bench.get("/v1/attachments" + query)?.status == 400)
        }
    }

    @Test func `a page of another site cannot send forms to a service without tokens`() async throws {
        let bytes = try MediaSample.photo1200x800.bytes
        try await ServiceBench.with { bench in
            for site in ["cross-site", "same-site"] {
                let answer = try #require(
                    await bench.upload(
                        UploadTests.form(bytes), type: UploadTests.formType, headers: ["Sec-Fetch-Site: \(site)"]))
                #expect(answer.status == 403 && answer.object["code"] as? String == "request-forbidden")
            }
            for origin in ["https://evil.example", "http://127.0.0.1:1", "null"] {
                #expect(await bench.upload(bytes, headers: ["Origin: \(origin)"])?.status == 403)
            }
            for header in ["Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: none", "Origin: http://127.0.0.1"] {
                #expect(await bench.upload(bytes, headers: [header])?.status == 200)
            }
        }
    }
}
