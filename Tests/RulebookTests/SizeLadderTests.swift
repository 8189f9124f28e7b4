import Foundation
import Rulebook
import Testing

struct SizeLadderTests {
    typealias Encoding = SizeLadder.Encoding

    /// Walks the ladder with a picture whose size in each encoding is known; returns what was tried and the end.
    private func walk(
        goal: Int = 300_000, cap: Int = 10_000_000, start: Encoding.Form = .jpeg(quality: 82), floor: Int = 60,
        size: (Encoding) -> Int
    ) -> (tried: [Encoding], end: SizeLadder.Step) {
        var ladder = SizeLadder(goal: goal, cap: cap, start: start, floor: floor)
        var tried: [Encoding] = []
        var step = ladder.next(after: nil)
        while case .encode(let encoding) = step, tried.count < 50 {
            tried.append(encoding)
            step = ladder.next(after: size(encoding))
        }
        return (tried, step)
    }

    /// How libjpeg sizes a photograph that has `first` bytes at quality 82, if it falls as steeply as that.
    private func photograph(_ first: Int, steepness: Double) -> (Encoding) -> Int {
        { encoding in
            guard case .jpeg(let quality) = encoding.form else { return first * 8 }
            let coarser = quality < 50 ? 5_000 / Double(quality) : 200 - 2 * Double(quality)
            return Int(Double(first) * pow(36 / coarser, steepness) * pow(encoding.scale, 1.7))
        }
    }

    @Test func `a picture under its goal is encoded once`() {
        let (tried, end) = walk { _ in 300_000 }
        #expect(tried == [Encoding(form: .jpeg(quality: 82))])
        #expect(end == .accept)
    }

    @Test func `one byte over the goal is encoded again`() {
        let (tried, end) = walk { $0.form == .jpeg(quality: 82) ? 300_001 : 290_000 }
        #expect(tried.count == 2)
        #expect(end == .accept)
    }

    @Test(arguments: [310_000, 350_000, 400_000, 450_000], [0.6, 0.72, 0.9])
    func `a photograph meets its goal with one encoding more, or two`(first: Int, steepness: Double) {
        let sizes = photograph(first, steepness: steepness)
        let (tried, end) = walk(size: sizes)
        #expect(tried.count <= 3)
        #expect(end == .accept)
        #expect(tried.last.map(sizes) ?? 0 <= 300_000)
        // Not much lower than it has to be.
        #expect(tried.last.map(sizes) ?? 0 >= 250_000)
    }

    @Test func `the sides shrink only when the floor of quality does not suffice`() throws {
        let sizes = photograph(700_000, steepness: 0.72)
        let (tried, end) = walk(size: sizes)
        #expect(end == .accept)
        #expect(tried.count <= 4)
        let first = try #require(tried.firstIndex { $0.scale < 1 })
        #expect(tried[first - 1] == Encoding(form: .jpeg(quality: 60)))
        #expect(sizes(tried[tried.count - 1]) <= 300_000)
        #expect(tried.allSatisfy { $0.scale >= 0.5 })
    }

    @Test func `a lower floor of the profile holds`() {
        let (tried, end) = walk(floor: 30, size: photograph(550_000, steepness: 0.72))
        #expect(end == .accept)
        #expect(tried.allSatisfy { $0.scale == 1 })
    }

    @Test func `a goal that is out of reach costs four encodings and half the sides at most`() {
        let (tried, end) = walk(goal: 1_000, size: photograph(400_000, steepness: 0.72))
        #expect(tried.count <= 4)
        #expect(end == .accept)
        #expect(tried.map(\.scale).min() == 0.5)
    }

    @Test func `a cap is met whatever it takes, or it is an error`() {
        let sizes = photograph(60_000_000, steepness: 0.72)
        let (tried, end) = walk(goal: 10_000_000, size: sizes)
        #expect(end == .accept)
        #expect(tried.last.map(sizes) ?? .max <= 10_000_000)
        let hopeless = walk { _ in 10_000_001 }
        #expect(hopeless.end == .giveUp)
        #expect(hopeless.tried.count <= 8)
        #expect(walk(goal: 1) { _ in 10_000_000 }.end == .accept)
    }

    @Test func `sizes that hardly fall still end within four encodings`() {
        let (tried, end) = walk { encoding in
            guard case .jpeg(let quality) = encoding.form else { return 0 }
            return 300_500 + quality
        }
        #expect(tried.count == 4)
        #expect(tried.contains(Encoding(form: .jpeg(quality: 60))))
        #expect(end == .accept)
    }

    @Test func `a PNG loses colours before it loses size`() {
        let (tried, end) = walk(start: .png(colours: nil)) { encoding in
            let whole = encoding.form == .png(colours: nil) ? 1_500_000.0 : 450_000
            return Int(whole * encoding.scale * encoding.scale)
        }
        #expect(tried.prefix(2) == [Encoding(form: .png(colours: nil)), Encoding(form: .png(colours: 256))])
        #expect(tried.dropFirst(2).allSatisfy { $0.form == .png(colours: 256) && $0.scale < 1 })
        #expect(end == .accept)
        #expect(tried.count <= 4)
    }

    @Test func `a profile may start below the floor`() {
        #expect(walk(goal: 300_000, start: .jpeg(quality: 40)) { _ in 1 }.tried.count == 1)
        let (tried, _) = walk(goal: 300_000, start: .jpeg(quality: 40)) { $0.scale == 1 ? 400_000 : 200_000 }
        #expect(tried.allSatisfy { $0.form == .jpeg(quality: 40) })
    }
}
