import Affix
import AttachmentModel
import FlowControl
import Foundation
import MediaSamples
import TestSupport
import Testing

/// What hosts really do, seen from outside: each has its own code, nothing is left behind, and the answer is in time.
struct BadOriginTests {
    private static var photo: [UInt8] { (try? MediaSample.photo1200x800.bytes) ?? [] }

    /// Some kilobytes that unpack to 16 MB: the start of a JPEG, then zeros.
    private static var bomb: [UInt8] {
        let packer = Process()
        packer.executableURL = URL(filePath: "/bin/sh")
        packer.arguments = ["-c", "{ printf '\\377\\330\\377'; head -c 16000000 /dev/zero; } | gzip -9"]
        let output = Pipe()
        packer.standardOutput = output
        try? packer.run()
        return [UInt8]((try? output.fileHandleForReading.readToEnd()) ?? Data())
    }

    private static let rows: [(LoopbackOrigin.Answer, PreparationError.Code)] = [
        (.status("404 Not Found"), .fetchStatus4xx),
        (.status("503 Service Unavailable"), .fetchStatus5xx),
        (.html("<!DOCTYPE html><title>Sign in</title>"), .fetchWrongKind),
        (.html("\n<html><title>Sign in</title>", type: "image/jpeg"), .fetchWrongKind),
        (.claiming(photo.count, [.send(Array(photo.prefix(9_000)))]), .fetchTruncated),
        (.chunked([Array(photo.prefix(9_000))], isEnded: false), .fetchTruncated),
        (.claiming(64_000_001, [.send(photo)]), .fetchTooLarge),
        (.withoutLength([.send(photo), .endless(.init(repeating: 0, count: 1 << 20))]), .fetchTooLarge),
        (.withoutLength([.drip([0xFF], each: .milliseconds(100))]), .fetchStalled),
        (.init([.hold]), .fetchTimeoutFirstByte),
        (.ok([]), .mediaEmpty),
        // Only the first line of a head is a status.
        (.init([.text("HTTP/1.1 200 OK\r\nHTTP/9: x\r\nContent-Length: 5\r\n\r\nhello")]), .fetchWrongKind),
        (
            .init([.text("HTTP/1.1 404 Not Found\r\n HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")]),
            .fetchUnreadableAnswer
        ),
        (.ok([0], headers: ["Content-Encoding: gzip, gzip"]), .fetchEncoding),
        (.ok(bomb, headers: ["Content-Encoding: gzip"]), .fetchEncoding),
        (.ok((try? MediaSample.truncatedJPEG.bytes) ?? []), .mediaTruncated),
        (.ok((try? MediaSample.bombPNG.bytes) ?? []), .mediaTooManyPixels),
        (.redirect(to: "http://127.0.0.2/x.jpg"), .sourceAddressForbidden),
        (.redirect(to: "http://169.254.169.254/latest/meta-data/"), .sourceAddressForbidden),
        (.redirect(to: "/picture.jpg"), .fetchRedirectLoop),
        (.redirect(to: "file:///etc/passwd"), .sourceScheme),
    ]

    @Test(arguments: rows)
    func `each fault has its own code and leaves nothing`(
        answer: LoopbackOrigin.Answer, code: PreparationError.Code
    ) async throws {
        try await Workbench.with(budgets: .provoking(code)) { bench in
            try await LoopbackOrigin.serving(answer) { origin in
                let met = await problemCode { _ = try await bench.prepare(.link(origin.url())) }
                #expect(met == code)
                #expect(bench.leftovers.isEmpty)
            }
        }
    }

    @Test func `a host that takes for ever is left at the deadline`() async throws {
        try await Workbench.with { bench in
            try await LoopbackOrigin.serving(
                .withoutLength([.drip(Array(Self.photo.prefix(1_000)), each: .milliseconds(20))])
            ) { origin in
                let clock = ContinuousClock()
                let start = clock.now
                let code = await problemCode {
                    _ = try await bench.prepare(.link(origin.url()), timeout: .milliseconds(700))
                }
                #expect(code == .deadline)
                // The promise is one second after the deadline; a busy machine is given more.
                #expect(start.duration(to: clock.now) < .seconds(20))
                #expect(bench.leftovers.isEmpty)
            }
        }
    }

    @Test func `nobody at the port`() async throws {
        try await Workbench.with { bench in
            try await LoopbackOrigin.withClosedPort { port in
                let code = await problemCode { _ = try await bench.prepare(.link("http://127.0.0.1:\(port)/x.jpg")) }
                #expect(code == .fetchConnect)
            }
        }
    }

    @Test func `loopback is refused unless it is named`() async throws {
        try await Workbench.with(allow: []) { bench in
            try await LoopbackOrigin.serving(.ok(Self.photo)) { origin in
                for host in ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"] {
                    let link = "http://\(host):80/x.jpg"
                    #expect(await problemCode { _ = try await bench.prepare(.link(link)) } == .sourceAddressForbidden)
                }
                #expect(origin.requests.isEmpty)
            }
        }
    }

    @Test func `redirects within what is allowed lead to the picture`() async throws {
        try await Workbench.with { bench in
            let answers: [String: LoopbackOrigin.Answer] = [
                "/a": .redirect(to: "/b?token=secret"), "/b?token=secret": .redirect(to: "c.jpg", status: 307),
                "/c.jpg": .ok(Self.photo, type: "image/gif"),
            ]
            try await LoopbackOrigin.serving(answers) { origin in
                let receipt = try await bench.prepare(.link(origin.url("/a")))
                #expect(receipt.origin?.redirects == [origin.url("/b?…"), origin.url("/c.jpg")])
                #expect(receipt.attempts == 1)
                #expect(receipt.warnings.contains(.typeDisagrees))
                #expect(receipt.url.hasSuffix(".jpg"))
            }
        }
    }
}
