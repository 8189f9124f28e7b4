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
