import AttachmentModel
import Rulebook
import Testing

struct DecodeCostTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let facts: MediaFacts
        /// What a worker was seen to hold at its peak beyond an idle one, in megabytes.
        let seen: Double

        init(
            _ words: String, _ kind: MediaKind, _ width: Int, _ height: Int, bytes: Int, _ traits: Set<MediaTrait> = [],
            seen: Double
        ) {
            testDescription = words
            var facts = MediaFacts(kind: kind, bytes: bytes)
            (facts.width, facts.height, facts.frames, facts.traits) = (width, height, 1, traits)
            self.facts = facts
            self.seen = seen
        }
    }

    @Test(arguments: [
        Row("a photo", .jpeg, 4_000, 3_000, bytes: 3_831_323, seen: 27.6),
        Row("a large photo", .jpeg, 8_000, 6_000, bytes: 15_313_563, seen: 37.2),
        Row("a progressive photo", .jpeg, 4_000, 3_000, bytes: 3_487_982, [.progressive], seen: 94.6),
        Row("a large progressive photo", .jpeg, 8_000, 6_000, bytes: 13_943_109, [.progressive], seen: 310.3),
        Row("a photo in inks", .jpeg, 4_000, 3_000, bytes: 12_425_062, [.cmyk], seen: 53),
        Row("a progressive one in inks", .jpeg, 4_000, 3_000, bytes: 11_114_637, [.cmyk, .progressive], seen: 143.2),
        Row("a PNG", .png, 4_000, 3_000, bytes: 15_939_560, seen: 36.6),
        Row("a large PNG", .png, 8_000, 6_000, bytes: 63_737_379, seen: 109),
        Row("an interlaced PNG", .png, 4_000, 3_000, bytes: 15_954_762, [.interlaced], seen: 65),
        Row("a WebP", .webp, 4_000, 3_000, bytes: 3_227_508, seen: 96),
        Row("a HEIC", .heic, 4_000, 3_000, bytes: 3_365_544, seen: 114.8),
        Row("an AVIF", .avif, 4_000, 3_000, bytes: 2_037_911, seen: 101.1),
        Row("a GIF", .gif, 4_000, 3_000, bytes: 10_877_866, [.indexed], seen: 123.1),
    ])
    func `the estimate is near what was seen, and rather above it`(row: Row) {
        let ratio = Double(DecodeCost(of: row.facts).bytes) / 1e6 / row.seen
        #expect((0.98...1.5).contains(ratio), "\(ratio)")
    }

    @Test func `what is not shrunk is held as a result`() {
        let facts = Row("", .jpeg, 8_000, 6_000, bytes: 1, seen: 1).facts
        let whole = DecodeCost(of: facts, resultPixels: .max)
        #expect(whole.bytes - DecodeCost(of: facts).bytes == (48_000_000 - 1 << 20) * 8)
    }

    @Test func `time grows with the frames, memory does not`() {
        var facts = Row("", .gif, 800, 600, bytes: 1, seen: 1).facts
        let still = DecodeCost(of: facts)
        facts.frames = 60
        #expect(DecodeCost(of: facts).time == still.time * 60)
        #expect(DecodeCost(of: facts).bytes == still.bytes)
    }

    /// Shrunk frames of 480x480 are 921,600 bytes each, and no more of them are kept than 96 MB.
    @Test func `an animation is estimated with the frames that are kept, and with no more`() throws {
        var facts = Row("", .gif, 800, 600, bytes: 1, seen: 1).facts
        var profile = AttachmentProfile.push
        (profile.width, profile.height) = (480, 480)
        let estimates = try [30, 60, 200, 400].map { frames in
            facts.frames = frames
            let plan = try RenderPlan(for: facts, profile: profile, limits: SourceLimits())
            return DecodeCost(of: facts, by: plan).bytes
        }
        #expect(estimates[0] > DecodeCost(of: facts).bytes + 30 * 921_600)
        #expect(estimates[1] - estimates[0] == 30 * 921_600)
        #expect(estimates[2] - estimates[0] == 96_000_000 - 30 * 921_600)
        #expect(estimates[3] == estimates[2])
    }

    @Test func `no header makes it overflow`() {
        var facts = Row("", .gif, .max, .max, bytes: .max, seen: 1).facts
        facts.frames = .max
        #expect(DecodeCost(of: facts).bytes > 1 << 40)
        #expect(DecodeCost(of: facts).time > .seconds(3_600))
        #expect(DecodeCost(of: MediaFacts(kind: .mp4, bytes: 9)).time == .zero)
    }
}
