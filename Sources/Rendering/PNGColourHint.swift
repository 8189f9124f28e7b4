internal import Glibc

/// What a PNG without a profile says about its colours; libvips does not read it.
///
/// Of several hints the first in this order counts: cICP, iCCP, sRGB, gAMA (PNG, third edition, 4.3).
enum PNGColourHint: Hashable {
    /// Nothing that would change a pixel.
    case none
    /// Display P3 with the curve of sRGB.
    case displayP3
    /// Samples are light to the power of this.
    case gamma(Double)
    /// Colours that affix does not convert, in words.
    case unknown(String)

    /// gAMA of sRGB pictures is 45455; what is this near shows no difference.
    private static let screenGamma = 0.45455
    private static let nearness = 0.02

    init(_ file: CodedBytes) throws(RasterFault) {
        var gamma: Double?
        var hasProfile = false
        var at = 8
        while true {
            let length = try file.big(4, at: at)
            if file.reads("IDAT", at: at + 4) { break }
            try file.require(length + 4, at: at + 8)
            if file.reads("cICP", at: at + 4), length == 4 {
                self = try Self.coded(primaries: file.byte(at: at + 8), curve: file.byte(at: at + 9))
                return
            }
            if file.reads("iCCP", at: at + 4) || file.reads("sRGB", at: at + 4) { hasProfile = true }
            if file.reads("gAMA", at: at + 4), length == 4 { gamma = Double(try file.big(4, at: at + 8)) / 100_000 }
            at += length + 12
        }
        if !hasProfile, let gamma, gamma > 0.05, gamma < 5, abs(gamma - Self.screenGamma) > Self.nearness {
            self = .gamma(gamma)
        } else {
            self = .none
        }
    }

    /// Code points of ITU-T H.273: 1 BT.709, 9 BT.2020, 12 P3; curves 1 and 13 are those of television and sRGB.
    private static func coded(primaries: UInt8, curve: UInt8) -> PNGColourHint {
        switch (primaries, curve) {
        case (1, 1), (1, 13): .none
        case (12, 13): .displayP3
        default: .unknown("colours \(primaries) with curve \(curve) (cICP) are shown as if they were sRGB")
        }
    }

    /// For each 8-bit sample of a picture with this gamma the sample of sRGB that shows the same light.
    static func table(gamma: Double) -> [UInt8] {
        (0..<256).map { sample in
            let light = pow(Double(sample) / 255, 1 / gamma)
            // IEC 61966-2-1.
            let shown = light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
            return UInt8((shown * 255).rounded())
        }
    }
}
