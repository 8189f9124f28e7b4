internal import GIFCoding

/// Brings the kept part of every frame to the same size, with the same weights.
///
/// Works on colours as they are stored, not in linear light, as the still pictures do. A pixel of the result is either
/// opaque or transparent, whichever it is for the greater part.
struct FrameResampler: Sendable {
    private let columns, rows: ResamplingWeights
    let sourceWidth, sourceHeight: Int
    var width: Int { columns.targets }
    var height: Int { rows.targets }

    init(sourceWidth: Int, sourceHeight: Int, width: Int, height: Int) {
        self.sourceWidth = sourceWidth
        self.sourceHeight = sourceHeight
        columns = ResamplingWeights(from: sourceWidth, to: width)
        rows = ResamplingWeights(from: sourceHeight, to: height)
    }

    /// The frame at its new size.
    ///
    /// - Parameter frame: `sourceWidth` by `sourceHeight` pixels.
    func callAsFunction(_ frame: Picture) -> Picture {
        if width == sourceWidth && height == sourceHeight { return frame }
        let narrow = shrinkRows(frame.pixels.span)
        return shrinkColumns(narrow.span)
    }

    /// Every row at its new width: red, green, blue and opacity, 0 to 255 times 1, colours weighed with opacity.
    private func shrinkRows(_ pixels: Span<UInt32>) -> [SIMD4<Float>] {
        let width = width
        var out = [SIMD4<Float>](repeating: .zero, count: width * sourceHeight)
        var row = [SIMD4<Float>](repeating: .zero, count: sourceWidth)
        for y in 0..<sourceHeight {
            unpack(pixels.extracting(y * sourceWidth..<(y + 1) * sourceWidth), &row)
            let source = row.span
            let weights = columns.weights.span
            var target = out.mutableSpan
            for x in 0..<width {
                let first = columns.firsts[x]
                var sum = SIMD4<Float>.zero
                for tap in 0..<columns.taps {
                    sum += source[first &+ tap] * weights[x &* columns.taps &+ tap]
                }
                target[y &* width &+ x] = sum
            }
        }
        return out
    }

    private func unpack(_ pixels: Span<UInt32>, _ row: inout [SIMD4<Float>]) {
        var row = row.mutableSpan
        for x in pixels.indices {
            let pixel = pixels[x]
            // A transparent pixel is zero in all four.
            row[x] = SIMD4(
                Float(pixel & 0xFF), Float(pixel >> 8 & 0xFF), Float(pixel >> 16 & 0xFF), Float(pixel >> 24))
        }
    }

    private func shrinkColumns(_ narrow: Span<SIMD4<Float>>) -> Picture {
        let width = width
        var out = [UInt32](repeating: 0, count: width * height)
        var sums = [SIMD4<Float>](repeating: .zero, count: width)
        for y in 0..<height {
            var line = sums.mutableSpan
            for tap in 0..<rows.taps {
                let weight = rows.weights[y * rows.taps + tap]
                let start = (rows.firsts[y] + tap) * width
                if tap == 0 {
                    for x in 0..<width { line[x] = narrow[start &+ x] * weight }
                } else if weight != 0 {
                    for x in 0..<width { line[x] += narrow[start &+ x] * weight }
                }
            }
            var target = out.mutableSpan
            for x in 0..<width { target[y &* width &+ x] = Self.pack(line[x]) }
        }
        return Picture(width: width, height: height, pixels: out)
    }

    @inline(__always)
    private static func pack(_ sum: SIMD4<Float>) -> UInt32 {
        let opacity = sum.w
        if opacity < 127.5 { return 0 }
        let scale = opacity < 254.5 || opacity > 255.5 ? 255 / opacity : 1
        let (blue, green, red) = (level(sum.x * scale), level(sum.y * scale), level(sum.z * scale))
        return 0xFF00_0000 | red << 16 | green << 8 | blue
    }

    /// The nearest whole level.
    @inline(__always)
    private static func level(_ value: Float) -> UInt32 {
        let bounded = value < 0 ? 0 : value > 255 ? 255 : value
        // Beside 2 to the 23rd a Float has no room for a fraction: its lowest bits are the rounded number.
        return (bounded + 8_388_608).bitPattern & 0xFF
    }
}
