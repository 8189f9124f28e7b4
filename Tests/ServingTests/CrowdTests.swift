internal import Foundation
internal import MediaSamples
internal import TestSupport
internal import Testing

@testable internal import Serving

/// More callers than can be served, and callers that go away.
@Suite(.timeLimit(.minutes(2)))
struct CrowdTests {
    private static let answers: [String: [LoopbackOrigin.Answer]] = ["*": [LoopbackOrigin.Answer([.hold])]]

    @Test func `what would be one too many is turned away at once, and what is under way can be joined`() async throws {
        try await ServiceBench.with(Self.answers) { configuration, _ in
            configuration.mostAtOnce = 1
        } _: { bench in
            async let first = bench.order("/a.jpg", #", "deadline_ms": 3000"#)
            while bench.origin.requests.isEmpty { await Task.yield() }
            let other = try #require(await bench.order("/b.jpg"))
            #expect(other.status == 503 && other.object["code"] as? String == "overloaded")
            #expect(other.headers["retry-after"].flatMap { Int($0) } ?? 0 >= 1)
            let equal = try #require(await bench.order("/a.jpg", #", "deadline_ms": 200"#))
            #expect(equal.status == 504 && equal.object["code"] as? String == "deadline")
            #expect(bench.origin.requests.count == 1)
            _ = await first
        }
    }

    @Test(arguments: [true, false])
    func `a preparation whose only caller goes away is finished or ended, as it is set`(finishesLate: Bool) async throws
    {
        try await ServiceBench.with(Self.answers) { configuration, _ in
            configuration.finishesLate = finishesLate
        } _: { bench in
            let body = #"{"source": "\#(bench.origin.url("/a.jpg"))"}"#
            let head = "POST /v1/attachments HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            let origin = bench.origin
            _ = await RawClient.talking(to: bench.port) { client in
                client.send(head + "Content-Length: \(body.utf8.count)\r\n\r\n" + body)
                while origin.requests.isEmpty { sched_yield() }
                return client.isConnected
            }
            while !bench.logLines.contains(where: { $0.contains("client-gone") }) { await Task.yield() }
            if finishesLate {
                #expect(await bench.metric("affix_preparations") == 1)
            } else {
                while await bench.metric("affix_preparations") != 0 { await Task.yield() }
            }
        }
    }

    @Test func `a preparation that somebody else waits for outlives the caller who began it`() async throws {
        let slow = LoopbackOrigin.Answer(
            [.pause(.milliseconds(700))] + (try LoopbackOrigin.Answer.sample(.photo1200x800)).steps)
        try await ServiceBench.with(["/a.jpg": [slow]]) { configuration, _ in
            configuration.finishesLate = false
        } _: { bench in
            async let hasty = bench.order("/a.jpg", #", "deadline_ms": 200"#)
            async let patient = bench.order("/a.jpg", #", "deadline_ms": 20000"#)
            #expect(await hasty?.status == 504)
            #expect(await patient?.status == 200)
        }
    }
}
