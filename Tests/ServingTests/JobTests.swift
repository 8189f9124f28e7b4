internal import Foundation
internal import MediaSamples
internal import TestSupport
internal import Testing

@testable internal import Serving

@Suite(.timeLimit(.minutes(2)))
struct JobTests {
    @Test func `an order that nobody waits for is done, and its outcome kept`() async throws {
        try await ServiceBench.with(["/a.jpg": [try .sample(.photo1200x800)]]) { bench in
            let body = #"{"source": "\#(bench.origin.url("/a.jpg"))", "id": "x"}"#
            let taken = try #require(await bench.post("/v1/attachments?wait=0", body))
            #expect(taken.status == 202 && taken.object["state"] as? String == "waiting")
            let place = try #require(taken.headers["location"])
            var job: [String: Any] = [:]
            while job["state"] as? String != "done" { job = try #require(await bench.get(place)).object }
            let attachment = try #require(job["attachment"] as? [String: Any])
            #expect(attachment["status"] as? String == "ready" && attachment["id"] as? String == "x")
        }
    }

    @Test func `a job that was taken on is not turned away because there is much to do`() async throws {
        let answers: [String: [LoopbackOrigin.Answer]] = ["*": [try .sample(.photo1200x800)]]
        try await ServiceBench.with(answers) { configuration, _ in
            configuration.mostAtOnce = 1
        } _: { bench in
            var places: [String] = []
            for number in 0..<4 {
                let body = #"{"source": "\#(bench.origin.url("/\(number).jpg"))"}"#
                places.append(try #require(await bench.post("/v1/attachments?wait=0", body)?.headers["location"]))
            }
            for place in places {
                var job: [String: Any] = [:]
                while job["state"] as? String != "done" { job = try #require(await bench.get(place)).object }
                #expect((job["attachment"] as? [String: Any])?["status"] as? String == "ready")
            }
        }
    }

    @Test(arguments: ["", "{}", #"{"source": "/etc/passwd"}"#, #"{"items": [{"source": "https://a.example"}]}"#])
    func `what could not be done is not taken on`(body: String) async throws {
        try await ServiceBench.with { bench in
            #expect(await bench.post("/v1/attachments?wait=0", body)?.status == 400)
        }
    }

    @Test func `a job that nobody knows is not found`() async throws {
        try await ServiceBench.with { bench in #expect(await bench.get("/v1/jobs/nobody")?.status == 404) }
    }

    @Test func `jobs that a process left are done by the next one`() async throws {
        try await TemporaryFolder.with { folder in
            // The first process takes jobs on and never comes to an end of them.
            let first = try JobDesk(in: folder, width: 1) { _ in
                try? await Task.sleep(for: .seconds(3_600))
                return "never"
            }
            let ids = [
                try await first.take(Array("one".utf8)).id, try await first.take(Array("two".utf8)).id,
            ]
            let next = try JobDesk(in: folder, width: 1) { "\"done: \(String(decoding: $0, as: UTF8.self))\"" }
            try next.resume()
            for (id, word) in zip(ids, ["one", "two"]) {
                var job = try await next.job(id)
                while job?.endedAt == nil { job = try await next.job(id) }
                #expect(job?.attachment == "\"done: \(word)\"")
            }
        }
    }
}
