import Testing

@testable import GIFCoding

struct GIFEncoderTests {
    /// What the encoder's image data unpacks to, by the letter of GIF89a, appendix F.
    private func unpacked(_ data: [UInt8]) -> [UInt8] {
        let depth = Int(data[0])
        var stream: [UInt8] = []
        var position = 1
        while data[position] > 0 {
            stream += data[position + 1...position + Int(data[position])]
            position += 1 + Int(data[position])
        }
        let clear = 1 << depth
        var table: [[UInt8]] = []
        var (out, previous, bit, width): ([UInt8], [UInt8], Int, Int) = ([], [], 0, depth + 1)
        while true {
            var code = 0
            for place in 0..<width {
                let isSet = stream[(bit + place) / 8] >> UInt8((bit + place) % 8) & 1 == 1
                if isSet { code |= 1 << place }
            }
            bit += width
            if code == clear {
                table = (0..<clear + 2).map { [UInt8(truncatingIfNeeded: $0)] }
                (previous, width) = ([], depth + 1)
                continue
            }
            if code == clear + 1 { return out }
            let entry = code < table.count ? table[code] : previous + [previous[0]]
            if !previous.isEmpty && table.count < 4096 { table.append(previous + [entry[0]]) }
            if table.count == 1 << width && width < 12 { width += 1 }
            out += entry
            previous = entry
        }
    }

    @Test(arguments: [1, 2, 3, 255, 256, 257, 5_000, 70_000], [2, 4, 8])
    func `what is packed unpacks to the same`(count: Int, depth: Int) {
        var state: UInt32 = 1
        let noise = (0..<count).map { _ -> UInt8 in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24) & UInt8(1 << depth - 1)
        }
        let runs = (0..<count).map { UInt8($0 / 97 % (1 << depth)) }
        for pixels in [noise, runs, [UInt8](repeating: 1, count: count)] {
            var data: [UInt8] = []
            var coder = LZWEncoder()
            coder.encode(pixels.span, depth: depth, into: &data)
            #expect(unpacked(data) == pixels)
        }
    }

    @Test func `few colours are kept exactly`() {
        var census = ColourCensus()
        let pixels = (0..<1_000).map { Colour(red: $0 % 250, green: $0 % 125, blue: $0 % 50).pixel }
        census.count(Picture(width: 100, height: 10, pixels: pixels))
        let palette = Palette(of: census, most: 255)
        #expect(palette.isExact)
        #expect(Set(palette.colours.map(\.pixel)) == Set(pixels))
    }

    @Test func `many colours become so many that lie near them`() {
        var census = ColourCensus()
        let pixels = (0..<65_536).map { Colour(red: $0 & 0xFF, green: $0 >> 8, blue: 0x40).pixel }
        census.count(Picture(width: 256, height: 256, pixels: pixels))
        for most in [16, 64, 255] {
            let palette = Palette(of: census, most: most)
            #expect(palette.colours.count == most)
            var matcher = PaletteMatcher(palette)
            let worst = pixels.map { pixel in
                Colour(pixel).distance(to: palette.colours[Int(matcher.index(of: pixel))])
            }.max()
            // Even tiles of the plane would have a diagonal of twice 256 levels over the square root of their number.
            let side = 512 * 512 / Int32(most)
            #expect((worst ?? .max) <= 13 * side)
        }
    }

    @Test func `an error within the tolerance is not drawn again, and errors never add up`() {
        var census = ColourCensus()
        let shades = (Int32(0)..<60).map { level -> Picture in
            let grey = Colour(red: level, green: level, blue: level).pixel
            return Picture(width: 2, height: 1, pixels: [grey, 0xFFFF_FFFF])
        }
        for shade in shades { census.count(shade) }
        let palette = Palette(of: census, most: 255)
        var differencer = FrameDifferencer(width: 2, height: 1, palette: palette, tolerance: 5)
        var drawings = shades.compactMap { differencer.add($0, hundredths: 4) }
        drawings += [differencer.finish()].compactMap { $0 }
        #expect(drawings.count == 10)
        #expect(drawings.allSatisfy { $0.hundredths == 24 })
        #expect(drawings.dropFirst().allSatisfy { $0.area == Area(left: 0, top: 0, right: 1, bottom: 1) })
    }

    @Test func `lanes keep the order of their pieces`() {
        let pieces = Array(0..<100)
        for threads in 1...3 { #expect(Lanes(threads).map(pieces) { $0 * $0 } == pieces.map { $0 * $0 }) }
    }
}
