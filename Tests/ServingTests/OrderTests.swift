internal import Foundation
internal import MediaSamples
internal import TestSupport
internal import Testing

/// What an order may say, and what is told of one that says something else.
@Suite(.timeLimit(.minutes(2)))
struct OrderTests {
    @Test(arguments: [
        (#"{"source": "https://127.0.0.2/a.jpg"}"#, 422, "source-address-forbidden"),
        (#"{"source": "ftp://a.example/a.jpg"}"#, 422, "source-scheme"),
        (#"{"source": "data:text/plain,hello"}"#, 422, "media-unsupported-type"),
        (#"{"source": "/etc/passwd"}"#, 400, "request-malformed"),
        (#"{"source": "-"}"#, 400, "request-malformed"),
        (#"{"source": 5}"#, 400, "request-malformed"),
        (#"{"sauce": "https://a.example/"}"#, 400, "request-malformed"),
        (#"{"source": "https://a.example/", "profile": "huge"}"#, 400, "request-malformed"),
        (#"{"source": "https://a.example/", "profile": {"widht": 5}}"#, 400, "request-malformed"),
        (#"{"source": "https://a.example/", "profile": {"width": 0}}"#, 400, "request-malformed"),
        (#"{"source": "https://a.example/", "profile": {"goals": {"moving": 1}}}"#, 400, "request-malformed"),
        (#"{"source": "https://a.example/", "deadline_ms": 5}"#, 400, "request-malformed"),
        (#"{"source": "https://a.example/", "on_failure": "shrug"}"#, 400, "request-malformed"),
        (#"{"source": "https://a.example/", "on_failure": {"substitute": "/etc/passwd"}}"#, 400, "request-malformed"),
        (#"{"source": "https://a.example/", "payload": {"presets": ["fmc"]}}"#, 400, "request-malformed"),
        (
            #"{"source": "https://a.example/", "payload": {"presets": ["pushwoosh", "home-assistant"]}}"#, 400,
            "request-malformed"
        ),
        (#"{"source": "https://a.example/", "payload": {"titel": "x"}}"#, 400, "request-malformed"),
        (#"{"source": "https://a.example/", "payload": {"push_type": "loud"}}"#, 400, "request-malformed"),
        (#"{"source": "https://a.example/", "payload": {"presets": []}}"#, 400, "request-malformed"),
        (#"{"source": "https://a.example/", "payload": {"expiration": -1}}"#, 400, "request-malformed"),
        (#"{"source": "https://a.example/", "payload": {"merge": {"aps": 5}}}"#, 400, "request-malformed"),
        (
            #"{"source": "https://a.example/", "profile": {"name": "\#(String(repeating: "a", count: 201))"}}"#, 400,
            "request-malformed"
        ),
        (#"{"source": "https://a.example/", "payload": {"merge": {"aps": {"badge": "1"}}}}"#, 400, "request-malformed"),
        (#"{"source": "https://a.example/", "unknown": null}"#, 400, "request-malformed"),
        (#"{"source": "https://a.example/", "on_failure": {"substitute": null}}"#, 400, "request-malformed"),
        (#"{"source": "https://a.example/", "on_failure": {"substitute": "abc"}}"#, 400, "request-malformed"),
        (#"{"source": "https://a.example/", "variants": [null]}"#, 400, "request-malformed"),
        (#"{"items": null}"#, 400, "request-malformed"),
        (#"{"items": [{"source": "data:,"}], "id": "x"}"#, 400, "request-malformed"),
        (#"{"items": []}"#, 400, "request-malformed"),
        ("", 400, "request-malformed"), ("[]", 400, "request-malformed"), ("{", 400, "request-malformed"),
        ("\"\u{0}\"", 400, "request-malformed"),
        (String(repeating: "[", count: 100_000), 400, "request-malformed"),
        (String(repeating: #"{"source":"#, count: 50_000), 400, "request-malformed"),
    ])
    func `what cannot be done is a problem with its code`(body: String, status: Int, code: String) async throws {
        try await ServiceBench.with { bench in
            let answer = try #require(await bench.post("/v1/attachments", body))
            #expect(answer.status == status && answer.headers["content-type"] == "application/problem+json")
            #expect(answer.object["code"] as? String == code)
            #expect(answer.object["status"] as? Int == status)
            #expect(bench.origin.requests.isEmpty)
        }
    }

    @Test(arguments: [
        #""id": null, "profile": null, "variants": null, "deadline_ms": null, "on_failure": null, "payload": null, "callback": null, "items": null"#,
        #""profile": {"base": null, "width": null, "goals": null}"#, #""profile": {"goals": {"still": null}}"#,
        #""payload": {"title": "x", "body": null, "merge": null, "presets": null, "priority": null, "shorten": null}"#,
    ])
    func `a member that is null is as one that is not there`(members: String) async throws {
        try await ServiceBench.with(["/a.jpg": [try .sample(.photo1200x800)]]) { bench in
            let answer = try #require(await bench.order("/a.jpg", ", " + members))
            #expect(answer.status == 200, "\(answer.text)")
            let source = #""source": "\#(bench.origin.url("/a.jpg"))""#
            let many = #"{"source": null, "id": null, "items": [{\#(source), \#(members)}]}"#
            let list = try #require(await bench.post("/v1/attachments", many)).object["items"] as? [[String: Any]]
            #expect(list?.first?["digest"] as? String == answer.object["digest"] as? String)
            let null = #"{\#(source), "callback": null, "on_failure": null, "deadline_ms": null}"#
            #expect(await bench.post("/v1/inspections", null)?.status == 200)
        }
    }

    @Test func `a member that is none is told with its place, in a list too`() async throws {
        try await ServiceBench.with { bench in
            let answer = await bench.post(
                "/v1/attachments", #"{"items": [{"source": "https://a.example/", "sauce": 1}]}"#)
            #expect(
                answer?.text.contains("There is no member items.0.sauce; known are") == true, "\(answer?.text ?? "")")
        }
    }

    @Test(arguments: [
        (#""deadline_ms": 1000.5"#, "The member deadline_ms must be a whole number, and 1000.5 is none"),
        (#""profile": {"width": 1e30}"#, "The member profile.width must be a whole number, and 1e30 is none"),
        (#""deadline_ms": "x""#, "The member deadline_ms must be a whole number"),
        (#""deadline_ms": 5"#, "deadline_ms must be from 100 to 120000"),
        (#""id": 5"#, "The member id must be a text"),
        (#""on_failure": {"substitute": "x.jpg"}"#, "on_failure.substitute must be a URL"),
        (#""on_failure": 5"#, "on_failure must be problem, text-only or an object with a substitute"),
        (#""profile": 5"#, "A profile is the name of one, or an object that changes one"),
        (#""profile": {"geometry": "x"}"#, "geometry of a profile must be one of crop, fit, pad, keep"),
        (#""variants": ["posters"]"#, "There is no variant posters; known are poster, waveform, push, banner"),
    ])
    func `a wrong value is told with its place and what it must be`(member: String, words: String) async throws {
        try await ServiceBench.with { bench in
            let answer = try #require(await bench.order("/a.jpg", ", " + member))
            let message = try #require(answer.object["message"] as? String)
            #expect(answer.status == 400 && message.hasPrefix(words), "\(message)")
        }
    }

    @Test func `advice that names a setting is said to be for whoever runs the service`() async throws {
        try await ServiceBench.with { bench in
            let source = #""source": "https://127.0.0.2/a.jpg""#
            let advice = "Use a public host, or whoever runs this service can name the address"
            for body in ["{\(source)}", "{\(source), \"on_failure\": \"text-only\"}", "{\"items\": [{\(source)}]}"] {
                let answer = try #require(await bench.post("/v1/attachments", body))
                #expect(answer.text.contains(advice), "\(answer.text)")
            }
        }
    }

    @Test func `a profile that cannot be is told without advice for operators`() async throws {
        try await ServiceBench.with { bench in
            let answer = try #require(await bench.order("/a.jpg", #", "profile": {"width": 0}"#))
            let message = try #require(answer.object["message"] as? String)
            #expect(message.hasSuffix("needs a width and a height from 1 to 65535."), "\(message)")
        }
    }

    @Test(arguments: [
        ("POST", "/v1/attachments?wait=0&wait=0", "application/json"),
        ("POST", "/v1/attachments?id=a&id=b", "image/jpeg"),
        ("POST", "/v1/inspections?profile=push&profile=lite", "image/jpeg"),
        ("GET", "/v1/attachments?limit=1&limit=2", nil),
    ])
    func `a name that stands in a query twice is refused`(method: String, path: String, type: String?) async throws {
        try await ServiceBench.with { bench in
            let answer =
                if let type { await bench.upload([1], to: path, type: type) } else { await bench.get(path) }
            let message = try #require(answer?.object["message"] as? String)
            #expect(answer?.status == 400 && message.contains("more than once"), "\(message)")
        }
    }

    @Test(arguments: [
        ("/v1/attachments", "profile=lite"), ("/v1/attachments", "wait=0&id=x"), ("/v1/attachments", "wait=1"),
        ("/v1/attachments", "wait"), ("/v1/attachments", "%zz"), ("/v1/inspections", "wait=0"),
        ("/v1/inspections", "deadline_ms=5000"),
    ])
    func `a query beside an order, which nobody would read, is refused`(path: String, query: String) async throws {
        try await ServiceBench.with(["/a.jpg": [try .sample(.photo1200x800)]]) { bench in
            let body = #"{"source": "\#(bench.origin.url("/a.jpg"))"}"#
            let answer = try #require(await bench.post(path + "?" + query, body))
            #expect(answer.status == 400 && answer.object["code"] as? String == "request-malformed")
            #expect(bench.origin.requests.isEmpty)
            #expect(await bench.post(path + "?", body)?.status == 200)
        }
    }

    @Test func `ten thousand items are refused before any is worked on`() async throws {
        try await ServiceBench.with(["/a.jpg": [try .sample(.photo1200x800)]]) { bench in
            let items = Array(repeating: #"{"source": "\#(bench.origin.url("/a.jpg"))"}"#, count: 10_000)
            let answer = await bench.post("/v1/attachments", #"{"items": [\#(items.joined(separator: ","))]}"#)
            #expect(answer?.status == 400)
            #expect(bench.origin.requests.isEmpty)
        }
    }

    @Test(arguments: [
        #""callback": "https://a.example""#, #""on_failure": "text-only""#, #""variants": ["lite"]"#, #""id": "x""#,
        #""payload": {}"#,
    ])
    func `what has no meaning for an inspection is refused by its name`(member: String) async throws {
        try await ServiceBench.with { bench in
            let body = #"{"source": "\#(bench.origin.url("/a.jpg"))", \#(member)}"#
            let answer = try #require(await bench.post("/v1/inspections", body))
            let name = try #require(member.split(separator: "\"").first)
            let message = try #require(answer.object["message"] as? String)
            #expect(answer.status == 400 && message.contains("no member \(name)"), "\(message)")
            let path = "/v1/inspections?\(name)=x"
            let file = try #require(await bench.upload([1, 2], to: path)?.object["message"] as? String)
            #expect(file.contains("no name \(name) here; known are deadline_ms, profile"), "\(file)")
            #expect(bench.origin.requests.isEmpty)
        }
    }
}
