internal import AttachmentModel
internal import FlowControl
internal import TestSupport
internal import Testing

@testable internal import Fetching
@testable internal import Handover

@Suite(.timeLimit(.minutes(1)))
struct ConditionalFetchTests {
    private let known = Validator(etag: "\"v1\"", lastModified: "Sat, 01 Nov 2025 10:00:00 GMT")

    /// What a fetch of `answers` finds: a report when nothing has changed, a size when something has.
    private func revalidate(
        _ answers: [String: LoopbackOrigin.Answer], from path: String = "/a"
    ) async throws -> (report: OriginReport?, count: Int?, requests: [String]) {
        var found: (OriginReport?, Int?, [String]) = (nil, nil, [])
        try await Bench.with { bench in
            try await LoopbackOrigin.serving(answers) { origin in
                let fetcher = Fetcher(bench.configuration)
                let deadline = Deadline(in: .seconds(50))
                let outcome = try await fetcher.revalidate(origin.url(path), known: known, until: deadline) { _, _ in }
                switch consume outcome {
                case .unchanged(let report): found = (report, nil, origin.requests)
                case .file(let download): found = (nil, download.count, origin.requests)
                }
            }
        }
        return found
    }

    @Test func `a file that has not changed brings no body`() async throws {
        let unchanged = LoopbackOrigin.Answer([LoopbackOrigin.Answer.head("304 Not Modified", ["ETag: \"v1\""])])
        let found = try await revalidate(["/a": .redirect(to: "/b"), "/b": unchanged])
        #expect(found.count == nil && found.report?.status == 304 && found.report?.redirects.count == 1)
        #expect(found.requests.last?.contains("\r\nIf-None-Match: \"v1\"\r\n") == true)
        #expect(found.requests.last?.contains("\r\nIf-Modified-Since: Sat, 01 Nov 2025 10:00:00 GMT\r\n") == true)
    }

    @Test func `a file that has changed is fetched`() async throws {
        let found = try await revalidate(["/a": .ok(picture(700))])
        #expect(found.count == 700 && found.report == nil)
    }
}
