internal import Testing

@testable internal import Rendering

struct DrawingMeasureTests {
    private static let side = 128

    /// A picture out of the grey level at each place.
    private func measure(_ level: (Int, Int) -> Int) -> DrawingMeasure {
        let samples = (0..<Self.side * Self.side).flatMap { place -> [UInt8] in
            let value = UInt8(clamping: level(place % Self.side, place / Self.side))
            return [value, value, value]
        }
        return DrawingMeasure(samples.span, width: Self.side, height: Self.side, bands: 3)
    }

    /// Repeatable noise.
    private func noise(_ x: Int, _ y: Int) -> Int {
        var value = UInt32(truncatingIfNeeded: x &* 374_761_393 &+ y &* 668_265_263)
        value = (value ^ value >> 13) &* 1_274_126_177
        return Int(value >> 16 & 0xFF)
    }

    @Test func `letters on paper are drawn`() {
        #expect(measure { x, y in (x / 3 + y / 5) % 7 == 0 ? 20 : 245 }.isDrawing)
    }

    @Test func `soft edges around letters are drawn too`() {
        #expect(measure { x, y in y % 10 < 5 && x % 16 < 6 ? [200, 90, 20, 20, 90, 200][x % 16] : 245 }.isDrawing)
    }

    @Test func `grain is not drawn`() {
        #expect(!measure { x, y in 100 + x / 2 + noise(x, y) / 16 }.isDrawing)
    }

    @Test func `an overexposed sky above grain is not drawn`() {
        let measure = measure { x, y in y < 90 ? 255 : 120 + noise(x, y) / 6 }
        #expect(measure.flat >= 0.5)
        #expect(!measure.isDrawing)
    }

    @Test func `a slope without edges is not drawn`() {
        #expect(!measure { x, _ in x / 4 * 2 }.isDrawing)
    }

    @Test func `hard edges in many colours are not drawn`() {
        let measure = measure { x, y in noise(x / 4, y / 4) }
        #expect(measure.flat >= 0.5 && measure.hard >= 0.5 && measure.few < 0.75)
        #expect(!measure.isDrawing)
    }

    @Test(arguments: 1...4)
    func `neighbours are counted as they are defined, however many there are`(bands: Int) {
        for width in Array(2...140) + [5_000] {
            // Few levels, so that there are equal neighbours, some at the limit of a hard edge.
            let samples = (0..<width * bands).map { UInt8(noise($0, width) % 4 * 16) }
            var (equal, hard) = (0, 0)
            for pixel in 1..<width {
                let distances = (0..<bands).map { band in
                    abs(Int(samples[pixel * bands + band]) - Int(samples[(pixel - 1) * bands + band]))
                }
                equal += distances.max() == 0 ? 1 : 0
                hard += (distances.max() ?? 0) >= 48 ? 1 : 0
            }
            // More than half of them equal: others are not counted to the end.
            let flat = [UInt8](repeating: 0, count: width * bands)
            let measure = DrawingMeasure((samples + flat + flat).span, width: width, height: 3, bands: bands)
            let pairs = 3 * (width - 1)
            #expect(measure.flat == Double(equal + 2 * (width - 1)) / Double(pairs))
            let unequal = width - 1 - equal
            #expect(measure.hard == (unequal == 0 ? 0 : Double(hard) / Double(unequal)))
        }
    }

    @Test func `one pixel and one column are nothing in particular`() {
        #expect(!DrawingMeasure([1, 2, 3].span, width: 1, height: 1, bands: 3).isDrawing)
        #expect(!DrawingMeasure([1, 2, 3].span, width: 1, height: 3, bands: 1).isDrawing)
    }

    @Test func `colours are counted up to a palette's worth`() {
        let samples: [UInt8] = [1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 2]
        #expect(DrawingMeasure.colours(in: samples.span, bands: 3, most: 256) == 3)
        #expect(DrawingMeasure.colours(in: samples.span, bands: 3, most: 3) == 3)
        #expect(DrawingMeasure.colours(in: samples.span, bands: 3, most: 2) == nil)
    }
}
