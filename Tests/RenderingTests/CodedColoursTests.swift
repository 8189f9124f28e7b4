internal import AttachmentModel
internal import Testing

@testable internal import Rendering

/// Colours that a file gives in numbers, against figures from the standards that define them.
struct CodedColoursTests {
    private static func colours(_ primaries: Int, _ transfer: Int) -> CodedColours? {
        CodedColours(ColourCoding(primaries: primaries, transfer: transfer, matrix: 0, isFullRange: true))
    }

    @Test(arguments: [(0, 13), (4, 13), (10, 8), (22, 13), (1, 9), (9, 11)])
    func `what is not known is not converted`(primaries: Int, transfer: Int) {
        #expect(Self.colours(primaries, transfer) == nil)
    }

    @Test(arguments: [1, 2, 5, 6, 7, 9, 12]) func `white stays white`(primaries: Int) throws {
        let mix = try #require(Self.colours(primaries, 13)).mix
        for row in 0..<3 { #expect(abs(mix[3 * row..<3 * row + 3].reduce(0, +) - 1) < 0.000_01) }
    }

    /// Half of the samples' range: IEC 61966-2-1, powers, and the grey and white of BT.2408 in both bright curves.
    @Test(arguments: [
        (13, 0.5, 0.2140), (1, 0.5, 0.2140), (4, 0.5, 0.2176), (5, 0.5, 0.1436), (8, 0.5, 0.5),
        // 26 candela per square metre are grey of 18 %: below the knee, of 203.
        (16, 0.38, 0.1275), (18, 0.38, 0.1291),
        // White on a page makes room for what is brighter.
        (16, 0.5807, 0.7835), (18, 0.75, 0.7837),
        (16, 0.7518, 1), (16, 1, 1), (18, 1, 1), (16, 0, 0), (18, 0, 0),
    ])
    func `a sample is the light that its curve says`(transfer: Int, sample: Double, light: Double) throws {
        let found = try #require(Self.colours(9, transfer)).light(of: sample)
        #expect(abs(found - light) < 0.01, "\(found)")
    }

    @Test(arguments: [16, 18]) func `brighter samples are never darker`(transfer: Int) throws {
        let lights = try #require(Self.colours(9, transfer)).lights(levels: 1_024)
        #expect(zip(lights, lights.dropFirst()).allSatisfy { $0 <= $1 })
    }

    /// Black at 16 and white at 235 of 8 bits, and those shifted up of 16 (ITU-T H.273, section 8.3).
    @Test(arguments: [(256, 1), (65_536, 256)]) func `samples of television's range are stretched`(
        levels: Int, step: Int
    ) throws {
        let coding = ColourCoding(primaries: 1, transfer: 8, matrix: 0, isFullRange: false)
        let lights = try #require(CodedColours(coding, isNarrow: true)).lights(levels: levels)
        #expect([0, 16, 235, 255].map { lights[$0 * step] } == [0, 0, 1, 1])
        #expect(abs(lights[126 * step] - 110.0 / 219) < 0.000_01)
        let full = try #require(CodedColours(coding)).lights(levels: levels)
        #expect(full[0] == 0 && full[levels - 1] == 1 && full[16 * step] > 0 && full[235 * step] < 1)
    }
}
