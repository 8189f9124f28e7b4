internal import AttachmentModel
internal import Batching
internal import Testing

@testable internal import Commands

/// What `affix inspect` prints about one source.
struct InspectionWordsTests {
    private var inspection: Inspection {
        var facts = MediaFacts(kind: .mov, bytes: 49_275)
        (facts.width, facts.height, facts.frames, facts.duration) = (320, 240, 30, 2)
        facts.codecs = ["h264", "aac"]
        facts.traits = [.moovLast, .metadata]
        facts.warnings = [.moovLast, .typeDisagrees]
        let reasons = [
            Verdict.Reason(PreparationError(.mediaUnsupportedType), iosError: 101),
            Verdict.Reason(PreparationError(.renderUnsupported), iosError: nil),
        ]
        var origin = OriginReport(status: 200, firstByteMilliseconds: 120)
        origin.redirects = ["https://cdn.example.com/clip.mov"]
        origin.contentType = "video/mp4"
        origin.contentLength = 49_275
        origin.cacheControl = "no-store"
        origin.warnings = [.redirects, .notCacheable]
        return Inspection(
            source: SourceSummary(url: "https://example.com/clip", digest: "d295"), facts: facts,
            verdict: Verdict(answer: .refused, work: [.remux], reasons: reasons), origin: origin)
    }

    @Test func `it can be pasted into a ticket`() {
        #expect(
            Outcome.inspection(inspection).words(Paint(isOn: false)) == """
                source    https://example.com/clip
                sha256    d295
                facts     QuickTime movie, 320x240, 49.3 kB, 30 frames, 2 s, h264 and aac
                type      video/quicktime, com.apple.quicktime-movie, .mov
                traits    metadata, moov-last
                verdict   refused: iOS does not show it as it is, and here affix does not make it fit
                because   iOS does not show this type of file. Use JPEG, PNG, GIF, MPEG-4, MP3, M4A, WAV or AIFF. \
                (media-unsupported-type; iOS error 101)
                          This version of affix cannot convert this kind of file yet. Convert it to JPEG, PNG, a GIF \
                under 10 MB, MPEG-4 with H.264, MP3 or M4A first. (render-unsupported)
                affix     would have to repack it without loss
                warning   the file's index comes last; some players start late, or not at all
                          the host's Content-Type names another type than the bytes
                redirect  https://cdn.example.com/clip.mov
                origin    status 200, video/mp4, 49.3 kB announced, first byte after 120 ms
                header    Cache-Control: no-store
                hurts     the URL redirects; each hop costs a phone time, and some push SDKs follow none: publish the last
                          Cache-Control forbids keeping it; every phone fetches it anew

                """)
    }

    @Test func `what iOS shows but affix does not publish is not promised`() {
        var shown = inspection
        shown.verdict = Verdict(
            answer: .refused, work: [.transcode], reasons: [.init(PreparationError(.renderUnsupported), iosError: nil)])
        let words = Outcome.inspection(shown).words(Paint(isOn: false))
        #expect(words.contains("refused: iOS may show it, but affix does not publish it\n"))
        #expect(words.contains("would have to transcode it\n"))
    }

    @Test(arguments: [
        (MediaKind.png, MediaWarning.trailingBytes, "bytes follow the end of the picture"),
        (.mp4, .trailingBytes, "bytes follow the end of the movie"),
        (.wav, .trailingBytes, "bytes follow the end of the sound"),
        (.jpeg, .endMissing, "the picture's end mark is missing"), (.mp3, .endMissing, "the last frame of the sound"),
    ])
    func `a warning calls the file what it is`(kind: MediaKind, warning: MediaWarning, words: String) {
        var warned = inspection
        warned.facts = MediaFacts(kind: kind, bytes: 9)
        warned.facts.warnings = [warning]
        #expect(Outcome.inspection(warned).words(Paint(isOn: false)).contains("warning   " + words))
    }

    @Test func `a reason without an error of the device says so in JSON`() {
        let line = JSONLine.of(Outcome.inspection(inspection))
        #expect(line.contains(#""code":"render-unsupported","ios_error":null"#))
        #expect(line.contains(#""warnings":["redirects","not-cacheable"]"#))
    }

    @Test(arguments: OriginWarning.allCases) func `every warning has words of its own`(warning: OriginWarning) {
        #expect(OriginWarning.allCases.count { $0.words == warning.words } == 1)
    }
}
