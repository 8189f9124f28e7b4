import AttachmentModel
import Rulebook
import Testing

struct VerdictTests {
    private func verdict(_ facts: MediaFacts, _ profile: AttachmentProfile = .push) -> Verdict {
        Verdict(on: facts, profile: profile, limits: SourceLimits())
    }

    @Test func `exactly at a cap is attachable and one byte over is not`() {
        for row in Rulebook.table {
            var facts = MediaFacts(kind: row.shown[0], bytes: row.cap)
            facts.width = 1
            facts.height = 1
            facts.duration = 1
            #expect(verdict(facts).answer == .attachable)
            facts.bytes += 1
            #expect(verdict(facts).answer == .needsWork)
            #expect(verdict(facts).reasons.first?.code == "media-over-cap")
            #expect(verdict(facts).reasons.first?.iosError == 102)
        }
    }

    @Test func `a type that iOS does not know needs work`() {
        var facts = MediaFacts(kind: .webp, bytes: 1)
        facts.width = 1024
        facts.height = 1024
        #expect(
            verdict(facts)
                == Verdict(
                    answer: .needsWork, work: [.reencode],
                    reasons: [
                        .init(
                            PreparationError(.mediaUnsupportedType, "iOS does not show this type: WebP picture"),
                            iosError: 101)
                    ]))
    }

    @Test func `a fitting picture in other colours is not stripped alone, as its pixels change`() {
        var facts = MediaFacts(kind: .png, bytes: 100_000)
        (facts.width, facts.height, facts.frames) = (1024, 1024, 1)
        facts.traits = [.metadata]
        #expect(verdict(facts).work == [.strip])
        facts.traits.insert(.colourProfile)
        #expect(verdict(facts).work == [.reencode, .strip])
    }

    @Test func `a damaged file is refused with the device's own error`() {
        var facts = MediaFacts(kind: .jpeg, bytes: 1)
        facts.wholeness = .truncated
        #expect(verdict(facts).answer == .refused)
        #expect(verdict(facts).reasons.map(\.iosError) == [105])
        #expect(verdict(MediaFacts(kind: .html, bytes: 1)).reasons.map(\.iosError) == [101])
    }

    @Test func `whatever is rendered has work to it`() {
        var facts = ExcessTests.picture(1024, 1024, kind: .jpeg)
        facts.orientation = 6
        #expect(verdict(facts) == Verdict(answer: .attachable, work: [.reencode]))
        facts.orientation = 1
        #expect(verdict(facts) == Verdict(answer: .attachable))
    }

    @Test func `the work is named in order`() {
        var facts = MediaFacts(kind: .heic, bytes: 1)
        facts.width = 4032
        facts.height = 3024
        facts.traits = [.metadata]
        #expect(verdict(facts).work == [.crop, .shrink, .reencode, .strip])
    }

    @Test func `a codec that the device lacks is no movie for it`() {
        var facts = MediaFacts(kind: .mp4, bytes: 1)
        facts.duration = 1
        facts.codecs = ["vp9", "aac"]
        #expect(verdict(facts).answer == .needsWork)
        #expect(verdict(facts).reasons.map(\.code) == ["media-unsupported-type"])
        facts.codecs = ["hevc", "aac"]
        #expect(verdict(facts).answer == .attachable)
    }

    @Test(arguments: [
        (MediaKind.mp4, "h264", "high 10"), (.mp4, "h264", "high 4:2:2"), (.mp4, "h264", "high 4:4:4"),
        (.mp4, "hevc", "range extensions"), (.mov, "h264", "high 10"), (.mov, "hev1", "range extensions"),
    ])
    func `a profile beyond the device's decoder is no movie for it`(kind: MediaKind, codec: String, profile: String) {
        var facts = MediaFacts(kind: kind, bytes: 1)
        (facts.duration, facts.codecs) = (1, [codec])
        var track = TrackFacts(.picture, codec: codec)
        track.profile = profile
        facts.tracks = [track]
        #expect(verdict(facts).answer == .needsWork)
        #expect(verdict(facts).reasons.map(\.iosError) == [101])
        #expect(verdict(facts).work == [.transcode])
    }

    @Test(arguments: [MediaKind.wav, .aiff], ["adpcm", "ac3", "aac", "mp3"])
    func `a codec that the device does not look for in a file of samples is no sound`(kind: MediaKind, codec: String) {
        var facts = MediaFacts(kind: kind, bytes: 1)
        (facts.duration, facts.codecs) = (1, [codec])
        #expect(verdict(facts).answer == .needsWork)
        #expect(verdict(facts).reasons.map(\.iosError) == [101])
        #expect(verdict(facts).work == [.transcode])
    }

    @Test func `a transport stream is none of the movies that the device shows`() {
        #expect(verdict(MediaFacts(kind: .transportStream, bytes: 9)).reasons.map(\.iosError) == [101])
    }

    @Test func `a JPEG that is not Huffman coded is none for the device`() {
        var facts = MediaFacts(kind: .jpeg, bytes: 1)
        facts.width = 1
        facts.height = 1
        facts.codecs = ["jpeg-lossless"]
        #expect(verdict(facts).answer == .refused)
    }

    struct Need: Sendable, CustomTestStringConvertible {
        let kind: MediaKind
        let codecs: [String]
        let work: [Verdict.Work]
        var bytes = 9
        var seconds = 10.0
        var testDescription: String { "\(kind) of \(bytes) bytes with \(codecs) is to be \(work)" }
    }

    @Test(arguments: [
        Need(kind: .mov, codecs: ["h264", "aac"], work: [.remux]),
        Need(kind: .m4v, codecs: ["hev1"], work: [.remux, .retag]),
        Need(kind: .mov, codecs: ["prores", "pcm"], work: [.transcode]),
        Need(kind: .mp4, codecs: ["hev1", "aac"], work: [.retag]),
        Need(kind: .mp4, codecs: ["hev1", "opus"], work: [.transcode]),
        Need(kind: .mp4, codecs: ["h264"], work: [.transcode], bytes: 50_000_001),
        Need(kind: .mp4, codecs: ["h264"], work: [.trim, .transcode], bytes: 50_000_001, seconds: 31),
        Need(kind: .matroska, codecs: ["h264", "aac"], work: [.remux]),
        Need(kind: .matroska, codecs: [], work: [.transcode]),
        Need(kind: .avi, codecs: ["h264"], work: [.transcode]),
        Need(kind: .adts, codecs: ["aac"], work: [.remux]),
        Need(kind: .flac, codecs: ["flac"], work: [.transcode]),
        Need(kind: .m4a, codecs: ["opus"], work: [.transcode]),
        Need(kind: .wav, codecs: ["pcm"], work: [.transcode], bytes: 5_000_001),
    ])
    func `what a movie or a sound needs is named`(need: Need) {
        var facts = MediaFacts(kind: need.kind, bytes: need.bytes)
        facts.codecs = need.codecs
        facts.duration = need.seconds
        #expect(verdict(facts).work == need.work)
    }

    @Test func `what is not to be done is no error of the device`() {
        var profile = AttachmentProfile.push
        profile.rescue = false
        var facts = MediaFacts(kind: .avi, bytes: 9)
        facts.codecs = ["h264"]
        let verdict = verdict(facts, profile)
        #expect(verdict.answer == .refused && verdict.work == [.transcode])
        #expect(verdict.reasons.map(\.code) == ["render-unsupported"])
        #expect(verdict.reasons.map(\.iosError) == [nil])
    }

    @Test(arguments: [
        (PreparationError.Code.mediaTruncated, MediaFacts.Wholeness.truncated), (.mediaCorrupt, .corrupt),
    ])
    func `truncated and corrupt are two findings`(code: PreparationError.Code, wholeness: MediaFacts.Wholeness) {
        var facts = ExcessTests.picture(64, 48, kind: .jpeg)
        facts.wholeness = wholeness
        #expect(verdict(facts).reasons.map(\.code) == [code.text])
    }

    @Test func `bytes behind the end and a missing end are no faults, and neither is published`() {
        var facts = ExcessTests.picture(1024, 1024, kind: .jpeg)
        facts.traits = [.trailingBytes]
        facts.warnings = [.trailingBytes]
        #expect(verdict(facts) == Verdict(answer: .attachable, work: [.strip]))
        facts = ExcessTests.picture(1024, 1024, kind: .jpeg)
        facts.warnings = [.endMissing]
        #expect(verdict(facts) == Verdict(answer: .attachable, work: [.remux]))
        facts.orientation = 3
        #expect(verdict(facts) == Verdict(answer: .attachable, work: [.reencode]))
    }

    @Test func `a variant that cannot be decoded is refused as such`() {
        var facts = ExcessTests.picture(64, 48, kind: .heic)
        facts.traits = [.undecodable]
        #expect(verdict(facts).answer == .refused)
        #expect(verdict(facts).reasons.map(\.code) == ["render-unsupported", "media-unsupported-type"])
    }
}
