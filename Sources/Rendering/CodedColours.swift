internal import AttachmentModel
internal import Glibc

/// How colours given by code points become those of sRGB: each sample is looked up as light, and the lights are mixed.
struct CodedColours {
    private enum Curve {
        case screen
        case power(Double)
        case bright(TrackFacts.LightRange)
    }

    /// From the light of some primaries to that of sRGB's, row by row, by the chromaticities of ITU-T H.273, table 2; those
    /// whose white is another than that of sRGB are left out.
    private static let mixes: [Int: [Double]] = [
        1: [1, 0, 0, 0, 1, 0, 0, 0, 1], 2: [1, 0, 0, 0, 1, 0, 0, 0, 1],
        5: [1.044_043, -0.044_043, 0, 0, 1, 0, 0, 0.011_793, 0.988_207],
        6: [0.939_542, 0.050_181, 0.010_277, 0.017_772, 0.965_793, 0.016_435, -0.001_622, -0.004_370, 1.005_991],
        7: [0.939_542, 0.050_181, 0.010_277, 0.017_772, 0.965_793, 0.016_435, -0.001_622, -0.004_370, 1.005_991],
        9: [1.660_491, -0.587_641, -0.072_850, -0.124_550, 1.132_900, -0.008_349, -0.018_151, -0.100_579, 1.118_730],
        12: [1.224_940, -0.224_940, 0, -0.042_057, 1.042_057, 0, -0.019_638, -0.078_636, 1.098_274],
    ]

    private let curve: Curve
    /// Where black and white lie among the samples.
    private let black: Double, white: Double
    let mix: [Double]

    /// Black and white of samples in television's range, of those with 8 bits (ITU-T H.273, section 8.3).
    private static let narrow = (black: 16.0, white: 235.0)

    /// `nil` for primaries or a curve that affix does not convert.
    ///
    /// - Parameter isNarrow: whether samples are still in television's range, as those of a PNG may be: what codes luma
    ///   and chroma is brought to the full range by its decoder.
    init?(_ coding: ColourCoding, isNarrow: Bool = false) {
        guard let mix = Self.mixes[coding.primaries] else { return nil }
        self.mix = mix
        (black, white) = isNarrow ? Self.narrow : (0, 255)
        if let range = coding.range {
            curve = .bright(range)
        } else if coding.hasPlainCurve {
            curve = .screen
        } else if let exponent = [4: 2.2, 5: 2.8, 8: 1.0][coding.transfer] {
            curve = .power(exponent)
        } else {
            return nil
        }
    }

    /// The light of a sample; both are 0 for black and 1 for the white of a usual screen.
    ///
    /// What is blacker than black or whiter than white, as television's range allows, is cut off.
    func light(of sample: Double) -> Double {
        switch curve {
        case .screen: ScreenCurve.light(of: sample)
        case .power(let exponent): pow(sample, exponent)
        case .bright(let range): BrightLight.shown(of: sample, range)
        }
    }

    /// The light of each sample of a picture with 256 or 65,536 levels.
    func lights(levels: Int) -> [Float] {
        // Of narrow samples with more bits than eight, black and white are shifted up; full ones end with all bits set.
        let step = white == 255 ? Double(levels - 1) / 255 : Double(levels / 256)
        return (0..<levels).map { Float(light(of: min(max((Double($0) / step - black) / (white - black), 0), 1))) }
    }
}
