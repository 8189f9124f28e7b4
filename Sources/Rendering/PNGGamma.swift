internal import Glibc

/// The curve that a PNG without a profile gives for its samples; libvips does not read it.
///
/// Of several hints the first in this order counts: cICP, iCCP, sRGB, gAMA (PNG, third edition, 4.3).
enum PNGGamma {
    /// gAMA of sRGB pictures is 45455; what is this near shows no difference.
    private static let screenGamma = 0.45455
    private static let nearness = 0.02

    /// Samples are light to the power of this; `nil` where that changes no pixel.
    static func found(in file: CodedBytes) throws(RasterFault) -> Double? {
        var gamma: Double?
        var at = 8
        while true {
            let length = try file.big(4, at: at)
            if file.reads("IDAT", at: at + 4) { break }
            try file.require(length + 4, at: at + 8)
            if ["cICP", "iCCP", "sRGB"].contains(where: { file.reads($0, at: at + 4) }) { return nil }
            if file.reads("gAMA", at: at + 4), length == 4 { gamma = Double(try file.big(4, at: at + 8)) / 100_000 }
            at += length + 12
        }
        guard let gamma, gamma > 0.05, gamma < 5, abs(gamma - screenGamma) > nearness else { return nil }
        return gamma
    }

    /// For each 8-bit sample of a picture with this gamma the sample of sRGB that shows the same light.
    static func table(_ gamma: Double) -> [UInt8] {
        ScreenCurve.table { pow($0, 1 / gamma) }
    }
}
