import AttachmentModel
import Rulebook
import Testing

struct ExcessTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let facts: MediaFacts
        let code: PreparationError.Code?
        let words: String

        init(_ words: String, _ facts: MediaFacts, _ code: PreparationError.Code?, _ part: String = "") {
            testDescription = words
            self.facts = facts
            self.code = code
            self.words = part
        }
    }

    static func picture(_ width: Int, _ height: Int, frames: Int = 1, kind: MediaKind = .gif) -> MediaFacts {
        var facts = MediaFacts(kind: kind, bytes: 46_000)
        (facts.width, facts.height, facts.frames) = (width, height, frames)
        return facts
    }

    static func playing(_ seconds: Double, _ kind: MediaKind) -> MediaFacts {
        var facts = MediaFacts(kind: kind, bytes: 46_000)
        facts.duration = seconds
        return facts
    }

    @Test(arguments: [
        Row("pixels at the bound", picture(10_000, 5_000), nil),
        Row("one row of pixels more", picture(10_000, 5_001), .mediaTooManyPixels, "10000x5001"),
        Row("pixels beyond counting", picture(.max, 2), .mediaTooManyPixels),
        Row("frames at the bound", picture(10, 10, frames: 3_000), nil),
        Row("one frame more", picture(10, 10, frames: 3_001), .mediaTooManyFrames, "3001 frames"),
        Row("pixels of all frames at the bound", picture(1_000, 1_000, frames: 500), nil),
        Row(
            "one frame of them more", picture(1_000, 1_000, frames: 501), .mediaTooManyTotalPixels,
            "501 frames of 1000x1000"),
        Row("small in bytes, vast in pixels", picture(4_000, 4_000, frames: 2_000), .mediaTooManyTotalPixels),
        Row("a frame too large counts before their number", picture(9_000, 9_000, frames: 9_000), .mediaTooManyPixels),
        Row("a movie of an hour", playing(3_600, .mp4), nil),
        Row("a movie of more", playing(3_601, .mp4), .mediaTooLong, "60 minutes"),
        Row("a sound of a day", playing(86_400, .mp3), .mediaTooLong, "1440 minutes"),
        Row("an animation that takes its time", playing(86_400, .gif), nil),
    ])
    func `each bound has its own code and says what was hit`(row: Row) {
        let excess = row.facts.excess(over: SourceLimits())
        #expect(excess?.code == row.code)
        #expect(excess?.message.contains(row.words) ?? true)
    }

    @Test func `every bound can be set`() {
        let limits = SourceLimits(pixels: 99, frames: 2, totalPixels: 150, duration: .seconds(1))
        #expect(Self.picture(10, 10).excess(over: limits)?.code == .mediaTooManyPixels)
        #expect(Self.picture(5, 5, frames: 3).excess(over: limits)?.code == .mediaTooManyFrames)
        #expect(Self.picture(9, 9, frames: 2).excess(over: limits)?.code == .mediaTooManyTotalPixels)
        #expect(Self.playing(1.5, .wav).excess(over: limits)?.code == .mediaTooLong)
    }

    @Test func `a bound of affix is no error of the device`() {
        let verdict = Verdict(on: Self.picture(4_000, 4_000, frames: 2_000), profile: .push, limits: SourceLimits())
        #expect(verdict.answer == .refused)
        #expect(verdict.reasons.map(\.code) == ["media-too-many-total-pixels"])
        #expect(verdict.reasons.map(\.iosError) == [nil])
    }

    @Test(arguments: [
        (picture(64, 48, kind: .jpeg), MediaFacts.Wholeness.complete, true), (picture(64, 48), .complete, true),
        (picture(64, 48, kind: .jpeg), .truncated, true), (picture(64, 48, kind: .png), .truncated, false),
        (picture(64, 48, kind: .jpeg), .corrupt, false), (picture(9_000, 9_000, kind: .jpeg), .complete, false),
        (picture(4_000, 4_000, frames: 2_000), .complete, false), (picture(64, 48, kind: .bmp), .complete, true),
        (playing(1, .mp4), .complete, false),
    ])
    func `only what is within the bounds and may be whole is decoded`(
        facts: MediaFacts, wholeness: MediaFacts.Wholeness, isDecoded: Bool
    ) {
        var facts = facts
        facts.wholeness = wholeness
        #expect(facts.canBeSettled(within: SourceLimits()) == isDecoded)
    }
}
