internal import AttachmentModel
internal import Rulebook
internal import Testing

@testable internal import Rendering

struct WaveformTests {
    private func samples(_ levels: [Int16]) -> [UInt8] {
        levels.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }

    private func curve(_ levels: [Int16], sliceLength: Int = 2) -> LoudnessCurve {
        var curve = LoudnessCurve(sliceLength: sliceLength)
        curve.add(samples(levels))
        return curve
    }

    private func recipe(_ profile: AttachmentProfile = .banner) throws -> WaveformRecipe {
        try WaveformRecipe(for: MediaFacts(kind: .ogg, bytes: 1), profile: profile, limits: SourceLimits())
    }

    /// Rows that are not clear in the column of a bar's middle.
    private func height(_ bar: Int, of levels: [Int16]) throws -> Int {
        let recipe = try recipe()
        let drawing = WaveformDrawing(recipe)
        let pixels = drawing.pixels(curve(levels))
        let x = Int((Double(bar) + 0.5) * Double(recipe.width) / Double(drawing.barCount))
        return (0..<recipe.height).count { pixels[($0 * recipe.width + x) * 4 + 3] > 127 }
    }

    @Test func `a slice has the highest level of either sign and the mean power`() {
        let bars = curve([3, -4, .min, 0]).bars(2)
        #expect(bars[0].peak == 4 / 32_768.0 && bars[1].peak == 1)
        #expect(abs(bars[0].mean - 12.5.squareRoot() / 32_768) < 1e-12)
        #expect(abs(bars[1].mean - 0.5.squareRoot()) < 1e-12)
    }

    @Test func `pieces of a sound make the same curve as the whole`() {
        let levels = (0..<1_000).map { Int16($0 * 31 % 700) }
        var pieces = LoudnessCurve(sliceLength: 7)
        for start in stride(from: 0, to: 2_000, by: 14) {
            pieces.add(Array(samples(levels)[start..<min(start + 14, 2_000)]))
        }
        #expect(pieces.slices == curve(levels, sliceLength: 7).slices)
    }

    @Test func `a long sound takes no more memory`() {
        let count = LoudnessCurve.mostSlices * 2 + 1
        let long = curve([Int16](repeating: 5, count: count), sliceLength: 1)
        #expect(long.slices.count <= LoudnessCurve.mostSlices)
        #expect(long.slices.reduce(0) { $0 + $1.levels } == count)
        #expect(long.bars(10).allSatisfy { abs($0.mean * 32_768 - 5) < 1e-9 })
    }

    @Test func `the loudest bar has the full height, and a quieter one less`() throws {
        let count = WaveformDrawing(try recipe()).barCount
        let levels = (0..<count).flatMap { [Int16](repeating: $0 == 3 ? 8_000 : 800, count: 2) }
        let (loud, quiet) = (try height(3, of: levels), try height(4, of: levels))
        #expect((408...411).contains(loud), "\(loud)")
        // 0.8 of the height, a tenth of the level: 0.1 to the power of 0.7 of it.
        #expect((80...84).contains(quiet), "\(quiet)")
    }

    @Test func `silence is a row of dots, and so is noise that nobody hears`() throws {
        for level: Int16 in [0, 20] {
            #expect((7...9).contains(try height(5, of: [Int16](repeating: level, count: 1_000))))
        }
    }

    @Test func `a sound of one sample fills the picture`() throws {
        #expect(try height(0, of: [9_000]) == height(80, of: [9_000]))
    }

    /// WCAG 2 asks 3 to 1 of graphics.
    @Test func `every colour that is drawn stands out from white and from black`() throws {
        func light(_ pixel: ArraySlice<UInt8>) -> Double {
            zip(pixel, [0.2126, 0.7152, 0.0722]).reduce(0) { sum, band in
                let level = Double(band.0) / 255
                return sum + band.1 * (level <= 0.04045 ? level / 12.92 : pow24((level + 0.055) / 1.055))
            }
        }
        // The power of 2.4, as the fifth root of the twelfth power.
        func pow24(_ value: Double) -> Double {
            let twelfth = (0..<12).reduce(1.0) { product, _ in product * value }
            return (0..<60).reduce(0.5) { root, _ in
                root - (root * root * root * root * root - twelfth) / (5 * root * root * root * root)
            }
        }
        let pixels = WaveformDrawing(try recipe()).pixels(curve((0..<2_000).map { Int16($0 * 97 % 9_000) }))
        var seen: Set<[UInt8]> = []
        for at in stride(from: 0, to: pixels.count, by: 4) where pixels[at + 3] == 255 {
            seen.insert(Array(pixels[at..<at + 3]))
        }
        #expect(!seen.isEmpty)
        for colour in seen {
            let level = light(colour[...])
            #expect(1.05 / (level + 0.05) >= 3 && (level + 0.05) / 0.05 >= 3, "\(colour)")
        }
    }

    @Test func `the frame is the profile's, or two to one where it has none`() throws {
        #expect(try recipe(.lite).height == 512 && recipe(.push).height == 1_024)
        #expect(try recipe(.original).width == 1_024 && recipe(.original).height == 512)
    }

    @Test(arguments: [MediaKind.jpeg, .gif])
    func `a picture has no waveform, in words`(kind: MediaKind) {
        var facts = MediaFacts(kind: kind, bytes: 1)
        (facts.width, facts.height) = (10, 10)
        #expect(throws: PreparationError.self) {
            try WaveformRecipe(for: facts, profile: .push, limits: SourceLimits())
        }
    }
}
