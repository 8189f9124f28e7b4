internal import AttachmentModel
internal import Glibc

/// Light of more than the range of usual screens, in candela per square metre (ITU-R BT.2100).
enum BrightLight {
    /// White on a page, where brighter light is to stand beside it (ITU-R BT.2408, table 1).
    private static let white = 203.0
    /// The brightest light that pictures are usually made for, and that of a screen for HLG (BT.2100, table 5).
    private static let peak = 1_000.0

    /// What a usual screen shows for a sample: 1 is its white.
    static func shown(of sample: Double, _ range: TrackFacts.LightRange) -> Double {
        let light =
            switch range {
            case .pq: quantised(sample)
            // BT.2100, table 5: back to light before the camera, then through the usual system gamma, here for each
            // colour by itself.
            case .hlg: peak * pow(beforeCamera(sample), 1.2)
            }
        return narrowed(light) / white
    }

    /// Brings light below the white of a usual screen: up to a knee it stays as it is (ITU-R BT.2390, 5.4.1).
    private static func narrowed(_ light: Double) -> Double {
        let brightest = quantity(of: peak)
        let most = quantity(of: white) / brightest
        let knee = 1.5 * most - 0.5
        let here = min(quantity(of: light) / brightest, 1)
        guard here > knee else { return light }
        let t = (here - knee) / (1 - knee)
        let (t2, t3) = (t * t, t * t * t)
        let bent = (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (3 * t2 - 2 * t3) * most
        return quantised(bent * brightest)
    }

    // The constants of perceptual quantisation (BT.2100, table 4).
    private static let (m1, m2) = (2_610.0 / 16_384, 2_523.0 / 4_096 * 128)
    private static let (c1, c2, c3) = (3_424.0 / 4_096, 2_413.0 / 4_096 * 32, 2_392.0 / 4_096 * 32)

    private static func quantised(_ sample: Double) -> Double {
        let root = pow(sample, 1 / m2)
        return 10_000 * pow(max(root - c1, 0) / (c2 - c3 * root), 1 / m1)
    }

    private static func quantity(of light: Double) -> Double {
        let power = pow(light / 10_000, m1)
        return pow((c1 + c2 * power) / (1 + c3 * power), m2)
    }

    /// Hybrid log-gamma (BT.2100, table 5).
    private static func beforeCamera(_ sample: Double) -> Double {
        let (a, b) = (0.178_832_77, 0.284_668_92)
        return sample <= 0.5 ? sample * sample / 3 : (exp((sample - 0.559_910_73) / a) + b) / 12
    }
}
