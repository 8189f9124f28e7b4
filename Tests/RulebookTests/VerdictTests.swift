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
            #expect(verdict(facts).answer == .attachable)
            facts.bytes += 1
            #expect(verdict(facts).answer == (row.mediaClass == .image ? .needsWork : .refused))
            #expect(verdict(facts).reasons.first?.code == "media-over-cap")
            #expect(verdict(facts).reasons.allSatisfy { $0.iosError == 102 })
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

    @Test func `a damaged file is refused with the device's own error`() {
        var facts = MediaFacts(kind: .jpeg, bytes: 1)
        facts.wholeness = .truncated
        #expect(verdict(facts).answer == .refused)
        #expect(verdict(facts).reasons.map(\.iosError) == [105])
        #expect(verdict(MediaFacts(kind: .html, bytes: 1)).reasons.map(\.iosError) == [101])
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
        facts.codecs = ["vp9", "aac"]
        #expect(verdict(facts).answer == .refused)
        #expect(verdict(facts).reasons.map(\.code) == ["media-unsupported-type", "render-unsupported"])
        facts.codecs = ["hevc", "aac"]
        #expect(verdict(facts).answer == .attachable)
    }

    @Test func `a JPEG that is not Huffman coded is none for the device`() {
        var facts = MediaFacts(kind: .jpeg, bytes: 1)
        facts.width = 1
        facts.height = 1
        facts.codecs = ["jpeg-lossless"]
        #expect(verdict(facts).answer == .refused)
    }
}
