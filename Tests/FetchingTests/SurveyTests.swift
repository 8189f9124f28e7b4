internal import AttachmentModel
internal import FlowControl
internal import TestSupport
internal import Testing

@testable internal import Fetching
@testable internal import Handover

@Suite(.timeLimit(.minutes(1)))
struct SurveyTests {
    /// Bytes that begin like an MPEG-4 file.
    private func movie(_ count: Int) -> [UInt8] {
        [0, 0, 0, 24] + Array("ftypisom".utf8) + [UInt8](repeating: 9, count: count - 12)
    }

    private let late = Deadline(in: .seconds(50))

    @Test func `of a movie only the beginning is taken, and then the parts that are asked for`() async throws {
        let bytes = movie(6_000_000)
        try await Bench.with { bench in
            try await LoopbackOrigin.serving(.file(RangedFile(bytes, type: "video/mp4"))) { origin in
                let fetcher = Fetcher(bench.configuration)
                guard
                    case .part(var file) = try await fetcher.survey(origin.url(), until: late, onProgress: { _, _ in })
                else { throw Unexpected() }
                let began = try #require(file.excerpt.held.first)
                #expect(file.excerpt.count == 6_000_000 && file.kind == .mp4 && file.origin.contentLength == 6_000_000)
                #expect(began.lowerBound == 0 && (262_144..<2_000_000).contains(began.upperBound))
                #expect(try await fetcher.extend(&file, by: 5_000_000..<5_000_016, until: late))
                #expect(file.excerpt.held == [began, 5_000_000..<5_065_536])
                #expect(origin.requests.last?.contains("\r\nRange: bytes=5000000-5065535\r\n") == true)
                let media = MappedMedia(file.excerpt.descriptor.number, count: file.excerpt.count)
                let seen = unsafe media?.withBytes { unsafe [$0[5_000_000], $0[4_000_000]] }
                #expect(seen == [9, 0])
            }
        }
    }

    @Test(
        arguments: [
            .file(RangedFile(picture(3_000_000), type: "image/jpeg")),
            .file(
                RangedFile(
                    [0, 0, 0, 24] + Array("ftypisom".utf8) + [UInt8](repeating: 9, count: 200_000), type: "video/mp4")),
        ] as [LoopbackOrigin.Answer])
    func `pictures and small files are taken whole`(answer: LoopbackOrigin.Answer) async throws {
        try await Bench.with { bench in
            try await LoopbackOrigin.serving(answer) { origin in
                let survey = try await Fetcher(bench.configuration).survey(origin.url(), until: late) { _, _ in }
                guard case .whole = survey else { throw Unexpected() }
            }
        }
    }

    @Test(
        arguments: [
            // Another version in a part that claims to be asked for.
            [.file("\"v1\""), .partOf("\"v2\"")],
            // No validator, another version, another part, and the whole file in place of a part.
            [.ok, .ok], [.file("\"v1\""), .file("\"v2\"")], [.file("\"v1\""), .part(7)], [.file("\"v1\""), .ok],
        ] as [[Host]])
    fileprivate func `a host that gives out no such part leads to the whole file`(host: [Host]) async throws {
        let bytes = movie(3_000_000)
        try await Bench.with { bench in
            try await LoopbackOrigin.serving(inTurn: host.map { $0.answer(bytes) }) { origin in
                let fetcher = Fetcher(bench.configuration)
                guard
                    case .part(var file) = try await fetcher.survey(origin.url(), until: late, onProgress: { _, _ in })
                else { throw Unexpected() }
                let isExtended = (try? await fetcher.extend(&file, by: 2_000_000..<2_000_016, until: late)) ?? false
                #expect(!isExtended && file.excerpt.held.count == 1)
            }
        }
    }
}

/// The file was fetched in another way than expected.
private struct Unexpected: Error {}

/// How a host answers one request.
private enum Host: Sendable {
    case ok
    case file(_ etag: String)
    case part(_ start: Int)
    case partOf(_ etag: String)

    func answer(_ bytes: [UInt8]) -> LoopbackOrigin.Answer {
        switch self {
        case .ok: .ok(bytes, type: "video/mp4")
        case .file(let etag): .file(RangedFile(bytes, type: "video/mp4", etag: etag))
        case .partOf(let etag):
            .ok(
                Array(bytes[2_000_000..<2_065_536]), type: "video/mp4", status: "206 Partial Content",
                headers: ["ETag: " + etag, "Content-Range: bytes 2000000-2065535/\(bytes.count)"])
        case .part(let start):
            .ok(
                Array(bytes[start..<(start + 65_536)]), type: "video/mp4", status: "206 Partial Content",
                headers: ["Content-Range: bytes \(start)-\(start + 65_535)/\(bytes.count)"])
        }
    }
}
