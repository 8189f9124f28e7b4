internal import AttachmentModel
internal import TestSupport
internal import Testing

@testable internal import Fetching

@Suite(.timeLimit(.minutes(1)))
struct HostHeadersFetchTests {
    @Test func `a redirect to another host takes no secret along`() async throws {
        try await Bench.with { bench in
            try await LoopbackOrigin.serving(on: "127.0.0.2", .ok(picture(500))) { stranger in
                try await LoopbackOrigin.serving(.redirect(to: stranger.url())) { friend in
                    var bench = bench
                    bench.configuration.hostHeaders = try HostHeaders([
                        "http://127.0.0.1:\(friend.port)": [
                            "Authorization": "Bearer s3cret", "Referer": "https://a.example/",
                        ]
                    ])
                    let fetched = try await bench.fetch(.link(friend.url()))
                    #expect(fetched.bytes.count == 500)
                    #expect(friend.requests[0].contains("\r\nAuthorization: Bearer s3cret\r\n"))
                    #expect(friend.requests[0].contains("\r\nReferer: https://a.example/\r\n"))
                    #expect(!stranger.requests[0].contains("s3cret") && !stranger.requests[0].contains("Referer"))
                }
            }
        }
    }
}
