import Rulebook
import Testing

struct SizeLadderTests {
    /// Walks the ladder with a picture whose size at a quality is known; returns the qualities tried and the end.
    private func walk(goal: Int, cap: Int, start: Int = 82, size: (Int) -> Int) -> ([Int], SizeLadder.Step) {
        var ladder = SizeLadder(goal: goal, cap: cap, start: start)
        var tried: [Int] = []
        var step = ladder.next(after: nil)
        while case .encode(let quality) = step {
            tried.append(quality)
            step = ladder.next(after: size(quality))
        }
        return (tried, step)
    }

    @Test func `a picture under its goal is encoded once`() {
        let (tried, end) = walk(goal: 300_000, cap: 10_000_000) { _ in 300_000 }
        #expect(tried == [82])
        #expect(end == .accept)
    }

    @Test func `one byte over the goal is encoded again`() {
        let (tried, end) = walk(goal: 300_000, cap: 10_000_000) { $0 == 82 ? 300_001 : 290_000 }
        #expect(tried == [82, 81])
        #expect(end == .accept)
    }

    @Test(arguments: [310_000, 350_000, 400_000, 500_000, 520_000])
    func `the goal is met in at most four encodings`(first: Int) {
        let (tried, end) = walk(goal: 300_000, cap: 10_000_000) { quality in
            var size = Double(first)
            for _ in quality..<82 { size *= 0.97 }
            return Int(size)
        }
        #expect(tried.count <= 4)
        #expect(end == .accept)
        #expect((tried.last ?? 0) >= 60)
    }

    @Test func `the floor is accepted above the goal but under the cap`() {
        let (tried, end) = walk(goal: 300_000, cap: 10_000_000) { _ in 9_000_000 }
        #expect(tried.last == 60)
        #expect(end == .accept)
    }

    @Test func `exactly at the cap is accepted and one byte over is not`() {
        #expect(walk(goal: 300_000, cap: 10_000_000) { _ in 10_000_000 }.1 == .accept)
        #expect(walk(goal: 300_000, cap: 10_000_000) { _ in 10_000_001 }.1 == .giveUp)
    }

    @Test func `sizes that hardly fall still end at the floor within four encodings`() {
        let (tried, _) = walk(goal: 300_000, cap: 10_000_000) { 300_500 + $0 }
        #expect(tried.count == 4)
        #expect(tried.last == 60)
    }

    @Test func `a profile may start below the floor`() {
        #expect(walk(goal: 1, cap: 2, start: 40) { _ in 2 }.0 == [40])
    }
}
