internal import AttachmentModel
internal import Testing

@testable internal import Affix

/// How long an answer holds without asking the host again.
struct FreshnessTests {
    @Test(
        arguments: [
            (nil, 0), ("", 0), ("max-age=60", 60), ("public, max-age=60", 60), ("max-age=31536000, immutable", 3_600),
            ("max-age=600, s-maxage=30", 30), ("max-age=600, no-cache", 0), ("private, max-age=600", 0),
            ("no-store", 0),
            ("max-age=-5", 0), ("max-age=soon", 0),
        ] as [(String?, Int)])
    func `what Cache-Control allows, within an hour`(header: String?, seconds: Int) {
        var report = OriginReport(status: 200, firstByteMilliseconds: 1)
        report.cacheControl = header
        #expect(report.freshness == seconds)
    }

    @Test func `an answer that nothing has changed updates what it names and leaves the rest`() {
        var report = OriginReport(status: 200, firstByteMilliseconds: 1)
        (report.etag, report.contentType, report.cacheControl) = ("\"1\"", "image/png", "max-age=1")
        var later = OriginReport(status: 304, firstByteMilliseconds: 2)
        later.cacheControl = "max-age=9"
        let updated = report.updated(by: later)
        #expect(updated.etag == "\"1\"" && updated.contentType == "image/png" && updated.status == 200)
        #expect(updated.cacheControl == "max-age=9" && updated.firstByteMilliseconds == 2)
    }
}
