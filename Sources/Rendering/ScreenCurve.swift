internal import Glibc

/// How usual screens turn samples into light, both from 0 to 1 (IEC 61966-2-1).
enum ScreenCurve {
    static func light(of sample: Double) -> Double {
        sample <= 0.040_45 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4)
    }

    static func sample(of light: Double) -> Double {
        light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    /// For each 8-bit sample that stands for some light the sample of sRGB that shows the same.
    static func table(_ light: (Double) -> Double) -> [UInt8] {
        (0..<256).map { screenSample(of: light(Double($0) / 255)) }
    }

    /// The same for lights that are given one by one.
    static func table(_ lights: [Float]) -> [UInt8] {
        lights.map { screenSample(of: Double($0)) }
    }

    private static func screenSample(of light: Double) -> UInt8 {
        UInt8((sample(of: min(max(light, 0), 1)) * 255).rounded())
    }
}
