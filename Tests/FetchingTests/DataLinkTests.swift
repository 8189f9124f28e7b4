internal import AttachmentModel
internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import Fetching

struct DataLinkTests {
    @Test(arguments: [
        ("data:text/plain;base64,SGVsbG8=", "Hello"), ("data:;base64,SGVsbG8", "Hello"),
        ("data:;base64, SGVs\r\n bG8=\n", "Hello"), ("DATA:image/png;BASE64,SGVsbG8=", "Hello"),
        ("data:;base64,SGVs%62G8%3D", "Hello"), ("data:,Hello", "Hello"), ("data:text/plain,H%65l%6c%6F", "Hello"),
        ("data:,a%2Cb,c;base64,d", "a,b,c;base64,d"), ("data:;base64,/+8=", "\u{FFFD}"), ("data:,a+b", "a+b"),
    ])
    func `both ways of writing are read`(link: String, text: String) async throws {
        try await Bench.with { bench in
            let fetched = try await bench.fetch(.data(link))
            #expect(link.contains("/+8") ? fetched.bytes == [0xFF, 0xEF] : fetched.bytes == Array(text.utf8))
        }
    }

    @Test(
        arguments: [
            ("data:image/png;base64", .sourceInvalid), ("data:;base64,SGVsbG8*", .sourceInvalid),
            ("data:;base64,SGVs-_8=", .sourceInvalid), ("data:;base64,SGVsb", .sourceInvalid),
            ("data:;base64,SGVsbG8==", .sourceInvalid), ("data:;base64,SGVs=bG8", .sourceInvalid),
            ("data:;base64,SGVsbG===", .sourceInvalid), ("data:,%4", .sourceInvalid), ("data:,%zz", .sourceInvalid),
            ("http:,x", .sourceInvalid), ("data:,", .mediaEmpty), ("data:;base64,", .mediaEmpty),
        ] as [(String, PreparationError.Code)])
    func `a fault in the writing is told`(link: String, code: PreparationError.Code) async throws {
        try await Bench.with { bench in
            #expect(await bench.problem(.data(link))?.code == code)
        }
    }

    @Test func `long data comes out whole, and over the limit it is refused`() async throws {
        try await Bench.with { bench in
            var bench = bench
            let body = picture(200_000)
            bench.configuration.limits = SourceLimits(image: 200_000, movie: 1, audio: 1, unnamed: 200_000)
            let fitting = "data:image/jpeg;base64," + Data(body).base64EncodedString(options: .lineLength64Characters)
            let fromBase64 = try await bench.fetch(.data(fitting))
            #expect(fromBase64.bytes == body)
            let beyond = "data:image/jpeg;base64," + Data(body + [0]).base64EncodedString()
            #expect(await bench.problem(.data(beyond))?.code == .fetchTooLarge)
            let escaped =
                "data:image/jpeg,"
                + body.map { $0 < 16 ? "%0\(String($0, radix: 16))" : "%\(String($0, radix: 16))" }.joined()
            let fromEscapes = try await bench.fetch(.data(escaped))
            #expect(fromEscapes.bytes == body)
            #expect(await bench.problem(.data(escaped + "a"))?.code == .fetchTooLarge)
        }
    }

    @Test func `what cannot fit is refused before its faults are met`() async throws {
        try await Bench.with { bench in
            var bench = bench
            bench.configuration.limits = SourceLimits(image: 100, movie: 100, audio: 100, unnamed: 100)
            let link = "data:;base64,*" + String(repeating: "A", count: 400)
            #expect(await bench.problem(.data(link))?.code == .fetchTooLarge)
        }
    }
}
