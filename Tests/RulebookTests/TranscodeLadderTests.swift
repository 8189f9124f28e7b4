import AttachmentModel
import Rulebook
import Testing

struct TranscodeLadderTests {
    private func recipe(_ change: (inout MediaFacts) -> Void = { _ in }) throws -> TranscodeRecipe {
        var facts = MediaFacts(kind: .matroska, bytes: 60_000_000)
        (facts.width, facts.height, facts.duration) = (1920, 1080, 20)
        facts.tracks = [TrackFacts(.picture, codec: "vp9"), TrackFacts(.sound, codec: "opus")]
        facts.codecs = ["vp9", "opus"]
        change(&facts)
        return try #require(try TranscodeRecipe(for: facts, profile: .push))
    }

    private func encoded(_ step: TranscodeLadder.Step) throws -> TranscodeRecipe {
        guard case .encode(let recipe) = step else {
            Issue.record("\(step)")
            throw PreparationError(.internalFault)
        }
        return recipe
    }

    @Test func `one that meets its goal is the one`() throws {
        let recipe = try recipe()
        var ladder = TranscodeLadder(recipe)
        #expect(ladder.next(after: nil) == .encode(recipe))
        #expect(ladder.next(after: .whole(5_000_000)) == .accept)
    }

    @Test func `each further one has fewer bits and pixels, and there are two of them`() throws {
        let first = try recipe()
        var ladder = TranscodeLadder(first)
        _ = ladder.next(after: nil)
        let second = try encoded(ladder.next(after: .whole(6_000_000)))
        let third = try encoded(ladder.next(after: .whole(5_500_000)))
        let bits = [first, second, third].map { $0.picture?.mostBits ?? 0 }
        let widths = [first, second, third].map { $0.picture?.box?.width ?? 0 }
        #expect(bits == bits.sorted(by: >) && Set(bits).count == 3)
        #expect(widths == widths.sorted(by: >) && Set(widths).count == 3)
        // Over the goal but under the cap is better than nothing.
        #expect(ladder.next(after: .whole(5_100_000)) == .accept)
    }

    @Test func `over the cap there is nothing, nor is half a file`() throws {
        for outcome in [TranscodeLadder.Outcome.whole(50_000_001), .tooLarge] {
            var ladder = TranscodeLadder(try recipe())
            _ = ladder.next(after: nil)
            _ = ladder.next(after: outcome)
            _ = ladder.next(after: outcome)
            #expect(ladder.next(after: outcome) == .giveUp)
        }
    }

    @Test func `what is taken back, or brings no picture, begins anew`() throws {
        let copying = try recipe {
            $0.bytes = 6_000_000
            $0.tracks[0].codec = "h264"
        }
        for outcome in [TranscodeLadder.Outcome.uncopyable, .tooLarge] {
            var ladder = TranscodeLadder(copying)
            #expect(ladder.next(after: .whole(7_500_000)) == .accept)
            #expect(ladder.next(after: outcome) == .encode(copying.encoded))
        }
        var sound = copying
        sound.picture = nil
        var ladder = TranscodeLadder(copying)
        #expect(ladder.next(after: .soundAlone(sound)) == .encode(sound))
    }

    @Test func `a picture that stays is tried first, and encoded where that is too large`() throws {
        let copying = try recipe {
            $0.bytes = 6_000_000
            $0.tracks[0].codec = "h264"
        }
        var ladder = TranscodeLadder(copying)
        #expect(try encoded(ladder.next(after: nil)).isCopyingPicture)
        #expect(ladder.next(after: .whole(7_500_000)) == .accept)
        ladder = TranscodeLadder(copying)
        _ = ladder.next(after: nil)
        #expect(try encoded(ladder.next(after: .whole(7_500_001))).isCopyingPicture == false)
    }

    @Test func `a sound gets fewer bits, at last one channel`() throws {
        var facts = MediaFacts(kind: .flac, bytes: 9)
        facts.duration = 100
        let sound = try #require(try TranscodeRecipe(for: facts, profile: .push))
        var ladder = TranscodeLadder(sound)
        _ = ladder.next(after: nil)
        let next = try encoded(ladder.next(after: .whole(2_000_000)))
        #expect(next.sound?.bits == 32_000 && next.sound?.channels == 1)
    }

    @Test func `a sound at its lowest rate is taken as it is, if it is legal`() throws {
        var facts = MediaFacts(kind: .wav, bytes: 63_000_000)
        facts.duration = 720
        let sound = try #require(try TranscodeRecipe(for: facts, profile: .push))
        #expect(sound.sound?.bits == 32_000 && sound.mostBytes > 5_000_000)
        var ladder = TranscodeLadder(sound)
        _ = ladder.next(after: nil)
        #expect(ladder.next(after: .whole(3_600_000)) == .accept)
        ladder = TranscodeLadder(sound)
        _ = ladder.next(after: nil)
        #expect(ladder.next(after: .whole(5_000_001)) != .accept)
    }
}
