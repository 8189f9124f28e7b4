import Foundation
import MediaSamples
import TestSupport
import Testing

/// The service as its operator runs it: a program that is started, asked, and told to stop.
@Suite(.timeLimit(.minutes(2)))
struct ServeTests {
    @Test func `a request that is under way when the service is told to stop is answered, and the service ends well`()
        async throws
    {
        let slow = LoopbackOrigin.Answer(
            [.pause(.milliseconds(700))] + LoopbackOrigin.Answer.ok(try MediaSample.photo1200x800.bytes).steps)
        try await LoopbackOrigin.serving(["/a.jpg": slow]) { origin in
            try await TemporaryFolder.with { folder in
                let program = try ServedProgram(in: folder, allowing: origin.port)
                let port = try #require(await program.port())
                let body = #"{"source": "\#(origin.url("/a.jpg"))"}"#
                let head = "POST /v1/attachments HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                async let answer = RawClient.ask(port, head + "Content-Length: \(body.utf8.count)\r\n\r\n" + body)
                while origin.requests.isEmpty { await Task.yield() }
                program.tellToStop()
                #expect(await answer?.status == 200)
                #expect(await program.end() == 0)
                #expect(await RawClient.ask(port, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n") == nil)
            }
        }
    }
}
