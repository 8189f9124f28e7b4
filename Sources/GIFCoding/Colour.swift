/// A colour apart: red, green and blue, 0 to 255.
struct Colour: Hashable {
    let red, green, blue: Int32

    init(red: Int32, green: Int32, blue: Int32) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    init(_ pixel: UInt32) {
        red = Int32(pixel >> 16 & 0xFF)
        green = Int32(pixel >> 8 & 0xFF)
        blue = Int32(pixel & 0xFF)
    }

    /// The opaque pixel of this colour.
    var pixel: UInt32 {
        0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }

    /// How different two colours look: squared differences, green counting most, as the eye weighs them.
    ///
    /// The weights 5, 8 and 5 are the mean of the "redmean" approximation over all reds.
    func distance(to other: Colour) -> Int32 {
        let (r, g, b) = (red &- other.red, green &- other.green, blue &- other.blue)
        return 5 &* r &* r &+ 8 &* g &* g &+ 5 &* b &* b
    }

    /// A number for all colours that share the upper `bits` of each channel.
    @inline(__always)
    static func cell(of pixel: UInt32, bits: UInt32) -> Int {
        let mask: UInt32 = (1 << bits) &- 1
        let red = (pixel >> (24 &- bits)) & mask
        let green = (pixel >> (16 &- bits)) & mask
        let blue = (pixel >> (8 &- bits)) & mask
        return Int(red << (2 &* bits) | green << bits | blue)
    }
}
