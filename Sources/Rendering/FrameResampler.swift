internal import GIFCoding

/// Shrinks the kept part of every frame to the same size, with the same weights.
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

    /// The frame, shrunk.
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
            let bytes = unsafe unsafeBitCast(pixels[x], to: SIMD4<UInt8>.self)
            // A transparent pixel is zero in all four.
            row[x] = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: bytes))
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
        // Blue, green, red, opacity: the order of the bytes of a pixel.
        let opacity = sum.w
        if opacity < 127.5 { return 0 }
        var colour = sum
        if opacity < 254.5 || opacity > 255.5 { colour *= 255 / opacity }
        colour.clamp(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
        colour.w = 255
        let bytes = SIMD4<UInt8>(truncatingIfNeeded: SIMD4<Int32>(colour + 0.5))
        return unsafe unsafeBitCast(bytes, to: UInt32.self)
    }
}
