import Rulebook
import Testing

struct AnimationLadderTests {
    struct Row: CustomTestStringConvertible {
        let name: String
        var source: Int?
        /// The size of the first rung's encoding; the others follow as they are expected to.
        let sizes: [Int]
        /// Places of the rungs that are tried.
        let tried: [Int]
        var ending = AnimationLadder.Step.accept
        var testDescription: String { name }
    }

    @Test(arguments: [
        Row(name: "fits at once", sizes: [3_000_000], tried: [0]),
        Row(name: "a little over", sizes: [3_900_000, 2_900_000], tried: [0, 1]),
        Row(name: "far over", sizes: [9_900_000, 2_900_000], tried: [0, 3]),
        Row(name: "very far over", sizes: [28_000_000, 2_800_000], tried: [0, 5]),
        Row(name: "worse than foretold", sizes: [3_900_000, 3_500_000, 3_100_000, 400_000], tried: [0, 1, 2, 6]),
        Row(name: "the last is near enough", sizes: [200_000_000, 4_500_000], tried: [0, 6]),
        Row(name: "nothing helps", sizes: [200_000_000, 4_500_001], tried: [0, 6], ending: .still),
        Row(name: "larger than a legal source", source: 1_000_000, sizes: [1_300_000, 990_000], tried: [0, 1]),
        Row(
            name: "no frame is given up only to stay below the source", source: 100_000, sizes: [900_000, 500_000],
            tried: [0, 2]),
    ])
    func `as few encodings as can be`(row: Row) {
        var ladder = AnimationLadder(goal: 3_000_000, cap: 10_000_000, sourceBytes: row.source)
        var tried: [AnimationLadder.Rung] = []
        var step = ladder.next(after: nil)
        for size in row.sizes {
            guard case .encode(let rung) = step else { break }
            tried.append(rung)
            step = ladder.next(after: size)
        }
        #expect(tried == row.tried.map { AnimationLadder.rungs[$0] })
        #expect(step == row.ending)
    }

    @Test func `colours go first, then frames, then size`() {
        let rungs = AnimationLadder.rungs
        #expect(rungs.first { $0.pace > 1 }.map { $0.colours < 255 && $0.percent == 100 } == true)
        #expect(rungs.first { $0.percent < 100 }.map { $0.pace > 1 } == true)
        for (upper, lower) in zip(rungs, rungs.dropFirst()) {
            #expect(upper.colours >= lower.colours && upper.pace <= lower.pace && upper.percent >= lower.percent)
        }
        #expect(rungs[0].losses.isEmpty)
        #expect(rungs.dropFirst().allSatisfy { !$0.losses.isEmpty })
    }
}
