import Affix
import AttachmentModel
import MediaSamples
import TestSupport
import Testing

/// What a host's answer does to push clients that load the URL themselves.
struct OriginInspectionTests {
    struct Row: CustomTestStringConvertible {
        let testDescription: String
        let answers: [String: LoopbackOrigin.Answer]
        let warnings: Set<OriginWarning>

        init(_ words: String, _ answer: LoopbackOrigin.Answer, _ warnings: Set<OriginWarning>) {
            self.init(words, ["/photo.jpg": answer], warnings)
        }

        init(_ words: String, _ answers: [String: LoopbackOrigin.Answer], _ warnings: Set<OriginWarning>) {
            testDescription = words
            self.answers = answers
            self.warnings = warnings
        }
    }

    private static var photo: [UInt8] { (try? MediaSample.photoFitting.bytes) ?? [] }

    private static func answer(_ headers: String..., type: String = "image/jpeg") -> LoopbackOrigin.Answer {
        .ok(photo, type: type, headers: headers)
    }

    private static let rows = [
        Row("a good host", answer(), []),
        Row("kept for a year", answer("Cache-Control: public, max-age=31536000, immutable"), []),
        Row("kept for exactly a day", answer("Cache-Control: max-age=86400"), []),
        Row("kept for less", answer("Cache-Control: max-age=86399"), [.shortLived]),
        Row("a shared cache counts more", answer("Cache-Control: max-age=60, s-maxage=\"90000\""), []),
        Row("not kept at all", answer("Cache-Control: No-Store"), [.notCacheable]),
        Row("asked for anew each time", answer("Cache-Control: private, max-age=0"), [.notCacheable, .shortLived]),
        Row("to be saved", answer("Content-Disposition: attachment; filename=x.bin"), [.attachmentDisposition]),
        Row("shown under a name", answer("Content-Disposition: inline; filename=x.jpg"), []),
        Row("encoded as itself", answer("Content-Encoding: identity"), []),
        Row("of no telling type", answer(type: "application/octet-stream"), [.typeMissing]),
        Row("of a length that is not told", .chunked([photo], isEnded: true), [.lengthMissing]),
        Row("elsewhere", ["/photo.jpg": .redirect(to: "/b.jpg"), "/b.jpg": answer()], [.redirects]),
    ]

    @Test(arguments: rows) func `headers that hurt clients are named`(row: Row) async throws {
        try await Workbench.with { bench in
            try await LoopbackOrigin.serving(row.answers) { origin in
                let request = AttachmentRequest(.link(origin.url("/photo.jpg")), timeout: .seconds(60))
                let inspection = try await bench.preparer.inspect(request)
                #expect(Set(inspection.origin?.warnings ?? []) == row.warnings)
                #expect(inspection.verdict.answer == .attachable)
            }
        }
    }

    @Test func `what was sent is told as it was sent`() async throws {
        try await Workbench.with { bench in
            let answer = Self.answer("Cache-Control: no-cache", "Content-Disposition: attachment", type: "image/png")
            try await LoopbackOrigin.serving(answer) { origin in
                let request = AttachmentRequest(.link(origin.url("/photo.gif")), timeout: .seconds(60))
                let inspection = try await bench.preparer.inspect(request)
                #expect(inspection.origin?.cacheControl == "no-cache")
                #expect(inspection.origin?.contentDisposition == "attachment")
                #expect(inspection.facts.warnings.contains(.typeDisagrees))
                #expect(inspection.facts.warnings.contains(.extensionDisagrees))
            }
        }
    }
}
