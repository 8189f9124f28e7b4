package import AttachmentModel

/// What decoding and rendering a picture will take, told from its header: for admission, before a decoder is asked.
///
/// Memory is that of a worker beyond what it holds when idle; an estimate that errs upwards. It adds what is held at
/// once: the file, which is mapped; what the decoder of the format keeps for each pixel; the rows that a shrinking step
/// looks back on; the result; and what any picture takes. The constants fit the peak resident size of workers with
/// libvips 8.14, libjpeg-turbo 2.1, libheif 1.15 and libwebp 1.2 on pictures of 12 and 48 megapixels, of which the
/// estimate was 1.0 to 1.45 times. It is up to twice as much for pictures of 3 megapixels, for TIFF in strips, and for
/// progressive JPEG with subsampled colours, which its facts do not tell from one without.
///
/// Time is that of one core for decoding alone, as it was seen on a machine of the same measurements.
package struct DecodeCost: Hashable, Sendable {
    /// Bytes of memory.
    package let bytes: Int
    /// Time on one core.
    package let time: Duration

    /// Pipelines, tables and threads of any picture.
    private static let fixed = 16e6
    /// The result as it is computed, and a second time as it is held for encoding.
    private static let bytesPerResultPixel = 8.0
    /// Beyond any machine, and still a whole number.
    private static let most = 1e15

    /// - Parameters:
    ///   - plan: what is made of it; without one it is only decoded.
    ///   - resultPixels: size of what is made of it; by default the largest of the shrinking profiles.
    package init(of facts: MediaFacts, by plan: RenderPlan? = nil, resultPixels: Int = 1 << 20) {
        let (width, height) = (Double(facts.width ?? 0), Double(facts.height ?? 0))
        let work: Double
        if case .animation(let recipe) = plan?.path {
            work = Self.film(recipe, facts)
        } else {
            let result = min(width * height, Double(resultPixels)) * Self.bytesPerResultPixel
            work = max(width, height) * facts.heldPerColumn + result + facts.transform + Self.fixed
        }
        bytes = Int(min(Double(facts.bytes) + width * height * facts.heldPerPixel + work, Self.most))
        let pixels = width * height * Double(facts.mediaClass == .image ? facts.frames ?? 1 : 1)
        time = .nanoseconds(Int(min(pixels * facts.nanosecondsPerPixel, Self.most)))
    }

    /// What rendering an animation takes beside its file and the decoder's canvas.
    ///
    /// Frames between the decoder and the encoder, shrunk frames that are kept for the next encoding, and the file that
    /// is being written, twice as it grows; it has about a byte for each pixel at most. Fitted to the peak of one thread
    /// on seven films of 30 and of 90 frames (`scripts/bench cost`), of which the estimate was 1.2 to 1.7 times.
    private static func film(_ recipe: AnimationRecipe, _ facts: MediaFacts) -> Double {
        let (source, result) = (recipe.fit.box.pixels, recipe.fit.content.pixels)
        let all = result * Double(facts.frames ?? 1)
        let kept = all <= Double(AnimationRecipe.mostKeptPixels) ? all * 4 : 0
        let written = 2 * min(Double(AnimationLadder.mostBytes(goal: recipe.goal)), all)
        return fixedOfFilms + kept + framesInHand * (source + result) * 4 + written
    }

    /// Palettes, tables and threads of any film.
    private static let fixedOfFilms = 6e6
    /// Frames that two threads have in hand, each as it was decoded and as it is shrunk.
    private static let framesInHand = 8.0
}

extension PixelBox {
    fileprivate var pixels: Double { Double(width) * Double(height) }
}

extension MediaFacts {
    private var channels: Double {
        traits.contains(.cmyk) ? 4 : (traits.contains(.grey) ? 1 : 3) + (alpha ? 1 : 0)
    }

    private var bytesPerPixel: Double { channels * (traits.contains(.deep) ? 2 : 1) }

    /// A JPEG whose scans each bring a part of every pixel.
    private var comesInScans: Bool { !traits.isDisjoint(with: [.progressive, .multiScan]) }

    /// What the decoder keeps of each pixel of the source until the last row is out.
    fileprivate var heldPerPixel: Double {
        switch kind {
        // All coefficients, 16 bits each (jdcoefct.c); without subsampling, which would halve them.
        case .jpeg: comesInScans ? channels * 2 : 0
        // All rows come at once with the last pass.
        case .png: traits.contains(.interlaced) ? bytesPerPixel : 0
        // The canvas with alpha, and the frame it is copied to.
        case .gif: 8
        // The canvas with alpha, and the planes or the argb it is made of.
        case .webp: 8
        // Planes, their references and the interleaved picture.
        case .heic, .avif: traits.contains(.deep) ? 14 : 9
        // A single strip may hold the whole picture.
        case .tiff, .bmp: bytesPerPixel
        default: 0
        }
    }

    /// About a thousand rows that shrinking looks back on, in formats that cannot shrink while they are decoded.
    fileprivate var heldPerColumn: Double {
        kind == .png || kind == .gif ? bytesPerPixel * 1_000 : 0
    }

    /// The tables and buffers of a transform from inks to light.
    fileprivate var transform: Double { traits.contains(.cmyk) ? 16e6 : 0 }

    fileprivate var nanosecondsPerPixel: Double {
        switch kind {
        case .jpeg: comesInScans ? 22 : 9
        case .png: traits.contains(.interlaced) ? 40 : 30
        case .gif: 14
        case .webp: 30
        case .heic, .avif: 100
        case .tiff, .bmp: 10
        default: 0
        }
    }
}
