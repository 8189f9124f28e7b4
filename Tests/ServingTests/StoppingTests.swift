internal import Foundation
internal import HTTPServer
internal import MediaSamples
internal import Serving
internal import TestSupport
internal import Testing

/// What clients get whose orders are not done when the service must end.
@Suite(.timeLimit(.minutes(2)))
struct StoppingTests {
    private static func answers() throws -> [String: [LoopbackOrigin.Answer]] {
        ["/quick.jpg": [try .sample(.photo1200x800)], "*": [LoopbackOrigin.Answer([.hold])]]
    }

    @Test func `an order that is cut off is a problem that may pass, and logged as one`() async throws {
        try await ServiceBench.with(try Self.answers()) { bench in
            async let answer = bench.order("/slow.jpg")
            while bench.origin.requests.isEmpty { await Task.yield() }
            #expect(await !bench.drain(.milliseconds(50)))
            let told = try #require(await answer)
            #expect(told.status == 503 && told.headers["retry-after"] != nil)
            #expect(told.object["code"] as? String == "overloaded" && told.object["retryable"] as? Bool == true)
            let line = try #require(bench.logLines.last)
            #expect(line.contains(#""status":503"#) && line.contains(#""result":"overloaded""#), "\(line)")
        }
    }

    @Test func `each of many orders that is cut off has a line of its own`() async throws {
        try await ServiceBench.with(try Self.answers()) { bench in
            let paths = ["/quick.jpg", "/1.jpg", "/2.jpg", "/3.jpg"]
            let items = paths.map { #"{"id": "\#($0)", "source": "\#(bench.origin.url($0))"}"# }
            let body = #"{"items": [\#(items.joined(separator: ","))]}"#
            async let answer = bench.post("/v1/attachments", body, headers: ["Accept: application/x-ndjson"])
            while bench.origin.requests.count < 4 || TemporaryFolder.files(below: bench.shelf).isEmpty {
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(await !bench.drain(.seconds(2)))
            let lines = try #require(await answer).text.split(separator: "\n").compactMap { line in
                (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
            }
            let ends = lines.map { line in
                "\(line["id"] ?? ""): \((line["problem"] as? [String: Any])?["code"] ?? line["status"] ?? "")"
            }
            #expect(
                ends.sorted() == [
                    "/1.jpg: overloaded", "/2.jpg: overloaded", "/3.jpg: overloaded", "/quick.jpg: ready",
                ])
        }
    }
}
