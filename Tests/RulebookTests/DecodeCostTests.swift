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

    struct Film: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let width, height, frames: Int
        /// Of the file, in megabytes.
        let size: Double
        /// As in `Row`.
        let seen: Double

        init(_ words: String, _ width: Int, _ height: Int, frames: Int, size: Double, seen: Double) {
            testDescription = "\(words), \(frames) frames"
            (self.width, self.height, self.frames, self.size, self.seen) = (width, height, frames, size, seen)
        }

        var facts: MediaFacts {
            var facts = MediaFacts(kind: .gif, bytes: Int(size * 1e6))
            (facts.width, facts.height, facts.frames) = (width, height, frames)
            return facts
        }
    }

    private func cost(of facts: MediaFacts, _ profile: AttachmentProfile = .push) throws -> DecodeCost {
        DecodeCost(of: facts, by: try RenderPlan(for: facts, profile: profile, limits: SourceLimits()))
    }

    @Test(arguments: [
        Film("a test picture", 480, 270, frames: 30, size: 0.3, seen: 15),
        Film("a test picture", 480, 270, frames: 90, size: 1.0, seen: 33),
        Film("grain", 480, 270, frames: 30, size: 2.9, seen: 20),
        Film("grain", 480, 270, frames: 90, size: 8.8, seen: 49),
        Film("a grainy fractal", 800, 600, frames: 30, size: 9.3, seen: 74),
        Film("a grainy fractal", 800, 600, frames: 90, size: 26.9, seen: 53),
        Film("a zoom", 640, 480, frames: 30, size: 4.2, seen: 44),
        Film("a zoom", 640, 480, frames: 90, size: 13.7, seen: 109),
        Film("life", 480, 360, frames: 30, size: 1.8, seen: 26),
        Film("life", 480, 360, frames: 90, size: 5.1, seen: 64),
        Film("a gradient", 640, 360, frames: 30, size: 0.4, seen: 24),
        Film("a gradient", 640, 360, frames: 90, size: 2.6, seen: 58),
        Film("a large one", 1280, 720, frames: 30, size: 1.4, seen: 82),
        Film("a large one", 1280, 720, frames: 90, size: 4.2, seen: 44),
    ])
    func `the estimate of an animation is above what was seen, and not far`(film: Film) throws {
        let ratio = Double(try cost(of: film.facts).bytes) / 1e6 / film.seen
        #expect((1.0...1.75).contains(ratio), "\(ratio)")
    }

    /// Shrunk frames of 480x480 are 921,600 bytes each; more than 104 of them are not kept.
    @Test func `an animation is estimated with the frames that are kept`() throws {
        var profile = AttachmentProfile.push
        (profile.width, profile.height) = (480, 480)
        let estimates = try [50, 100, 105, 400].map { frames in
            try cost(of: Film("", 800, 600, frames: frames, size: 1, seen: 1).facts, profile).bytes
        }
        #expect(estimates[1] - estimates[0] == 50 * 921_600)
        #expect(estimates[1] - estimates[2] == 100 * 921_600)
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
