internal import Glibc
internal import Rulebook

/// Draws the bars of a sound, on nothing: two blues that stand out from white as from black.
///
/// Each bar reaches up and down from the middle to its peak, and in a darker blue to its mean. The loudest reaches the
/// edge, so that a quiet recording is seen as well as a loud one; silence is a row of dots.
struct WaveformDrawing {
    /// Their contrast (WCAG 2, relative luminance) is 3.7 and 5.8 on white, 5.7 and 3.6 on black; 3 is asked of graphics.
    private static let peakColour: [Double] = [59, 130, 246]
    private static let meanColour: [Double] = [29, 95, 209]
    /// Of the frame's height at most, and of its width; more would look like a wall in a square.
    private static let mostOfHeight = 0.8
    private static let mostOfWidth = 0.6
    /// Pixels from one bar to the next in a frame of 1024, of which two thirds are bar.
    private static let pitch = 12.0
    /// Below this peak, -60 dB, nothing is heard, and noise is not made to look like sound.
    private static let leastPeak = 0.001
    /// Loudness as it is heard grows more slowly than levels do; the power is between that and the level itself.
    private static let exponent = 0.7

    private let recipe: WaveformRecipe
    private let step: Double
    let barCount: Int

    init(_ recipe: WaveformRecipe) {
        self.recipe = recipe
        let pitch = max(3, Self.pitch * Double(max(recipe.width, recipe.height)) / 1_024)
        barCount = max(1, Int(Double(recipe.width) / pitch))
        step = Double(recipe.width) / Double(barCount)
    }

    /// Red, green, blue and alpha, row by row from the top.
    func pixels(_ curve: LoudnessCurve) -> [UInt8] {
        let bars = curve.bars(barCount)
        let loudest = bars.map(\.peak).max() ?? 0
        let (width, height) = (recipe.width, recipe.height)
        let radius = step / 3
        let reach = min(Double(height) * Self.mostOfHeight, max(Double(width) * Self.mostOfWidth, 2 * radius)) / 2
        var pixels = [UInt8](repeating: 0, count: width * height * 4)
        for (index, bar) in bars.enumerated() {
            let middle = (Double(index) + 0.5) * step
            let peak = half(bar.peak, of: loudest, reach, radius)
            let mean = min(peak, half(bar.mean, of: loudest, reach, radius))
            for x in max(0, Int(middle - radius - 1))..<min(width, Int(middle + radius + 2)) {
                for y in 0..<height {
                    let across = Double(x) + 0.5 - middle
                    let down = abs(Double(y) + 0.5 - Double(height) / 2)
                    let outer = Self.cover(across, down, half: peak, radius: radius)
                    guard outer > 0 else { continue }
                    let inner = Self.cover(across, down, half: mean, radius: radius)
                    let at = (y * width + x) * 4
                    for band in 0..<3 {
                        let colour = Self.peakColour[band] + (Self.meanColour[band] - Self.peakColour[band]) * inner
                        pixels[at + band] = UInt8(colour.rounded())
                    }
                    pixels[at + 3] = UInt8((outer * 255).rounded())
                }
            }
        }
        return pixels
    }

    /// Half the length of a bar; silence has the length of its width.
    private func half(_ level: Double, of loudest: Double, _ reach: Double, _ radius: Double) -> Double {
        guard loudest >= Self.leastPeak else { return radius }
        return max(radius, reach * pow(level / loudest, Self.exponent))
    }

    /// How much of a pixel lies in an upright bar with round ends around the origin.
    private static func cover(_ across: Double, _ down: Double, half: Double, radius: Double) -> Double {
        let beyond = max(0, down - (half - radius))
        let distance = (across * across + beyond * beyond).squareRoot()
        return min(1, max(0, radius - distance + 0.5))
    }
}
