/// Finds the palette's colour for a pixel.
///
/// Exact palettes are looked up by colour. Otherwise answers are found once for each cell of six bits a channel, when
/// first asked for: near enough, and they do not depend on the order of asking.
struct PaletteMatcher {
    private let palette: Palette
    private let search: NearestMean
    private var exact: [UInt32: UInt8] = [:]
    private var last: (pixel: UInt32, index: UInt8) = (0, 0)
    private var cells: [UInt16]
    private static let unknown: UInt16 = 0xFFFF

    init(_ palette: Palette) {
        self.palette = palette
        search = NearestMean(palette.colours.map { SIMD3(Float($0.red), Float($0.green), Float($0.blue)) })
        cells = palette.isExact ? [] : [UInt16](repeating: Self.unknown, count: 1 << 18)
        guard palette.isExact else { return }
        for (index, colour) in palette.colours.enumerated() { exact[colour.pixel] = UInt8(index) }
    }

    /// The palette's index for an opaque pixel.
    @inline(__always)
    mutating func index(of pixel: UInt32) -> UInt8 {
        if palette.isExact { return exactIndex(of: pixel) }
        let key = Colour.cell(of: pixel, bits: 6)
        let known = cells[key]
        return known == Self.unknown ? learn(key) : UInt8(truncatingIfNeeded: known)
    }

    private mutating func exactIndex(of pixel: UInt32) -> UInt8 {
        if pixel == last.pixel { return last.index }
        // A colour that was not counted cannot be: all frames were.
        last = (pixel, exact[pixel] ?? 0)
        return last.index
    }

    private mutating func learn(_ key: Int) -> UInt8 {
        // The middle of the cell.
        let colour = SIMD3(Float(key >> 12 & 0x3F), Float(key >> 6 & 0x3F), Float(key & 0x3F)) * 4 + 1.5
        let index = UInt8(search.index(colour))
        cells[key] = UInt16(index)
        return index
    }
}
