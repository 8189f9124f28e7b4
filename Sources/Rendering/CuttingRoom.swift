internal import AttachmentModel
internal import GIFCoding
internal import Handover
internal import Rulebook

/// Makes GIFs out of one film, each time from the first frame on.
///
/// Resized frames are kept for the next take while they are few; longer films are decoded again for each.
final class CuttingRoom {
    /// What came of one attempt.
    struct Take {
        /// The file; `nil` when it was given up because it became too large.
        let bytes: [UInt8]?
        /// Its size, or what it would have been.
        let size: Int
        let frames: Int
    }

    /// Frames after which the whole size can be foretold.
    private static let telling = 16

    private let media: MappedMedia
    private let kind: MediaKind
    private let fit: PictureFit
    private let shown: PixelBox
    private let background: Colour
    private let threads: Int
    private let mostKeptPixels: Int
    private var kept: [Picture] = []
    /// What a padded frame is surrounded with: nothing where the first frame is transparent itself.
    private var surround: UInt32?
    /// Whether the first frame shows one colour, or nothing at all.
    private(set) var beginsBlank = false

    /// - Parameters:
    ///   - threads: that resize and pack frames; they do not change the result.
    ///   - shown: the part of every frame that is shown.
    ///   - mostKeptPixels: of all resized frames together; beyond it they are decoded for each take.
    init(
        media: MappedMedia, recipe: AnimationRecipe, threads: Int, shown: PixelBox,
        mostKeptPixels: Int = AnimationRecipe.mostKeptPixels
    ) {
        self.media = media
        kind = recipe.kind
        fit = recipe.fit
        background = recipe.still.background
        self.threads = threads
        self.shown = shown
        self.mostKeptPixels = mostKeptPixels
    }

    /// The colours of all frames.
    func census() throws(RasterFault) -> ColourCensus {
        var census = ColourCensus()
        let film = try open()
        let (pixels, overflow) = (fit.content.width * fit.content.height).multipliedReportingOverflow(by: film.frames)
        let isKept = !overflow && pixels <= mostKeptPixels
        try forEachFrame(of: film, at: fit.content, wanted: nil) { picture, number in
            if number == 0 { look(at: picture) }
            census.count(framed(picture, percent: 100))
            if isKept { kept.append(picture) }
            return true
        }
        return census
    }

    func encode(_ rung: AnimationLadder.Rung, census: ColourCensus, upTo most: Int) throws(RasterFault) -> Take {
        let film = try open()
        let schedule = FrameSchedule(delays: film.delays, frames: film.frames, pace: rung.pace)
        var encoder = GIFEncoder(
            width: Self.share(fit.width, rung.percent), height: Self.share(fit.height, rung.percent), plays: film.plays,
            palette: Palette(of: census, most: rung.colours), tolerance: rung.tolerance, threads: threads)
        var done = 0
        var foretold: Int?
        let slots = schedule.slots
        let lengths = Dictionary(uniqueKeysWithValues: slots.map { ($0.frame, $0.hundredths) })
        try forEachFrame(of: film, at: fit.content.share(rung.percent), wanted: lengths) { picture, frame in
            encoder.add(framed(picture, percent: rung.percent), hundredths: lengths[frame] ?? 10)
            done += 1
            guard done >= Self.telling, done < slots.count, encoder.frames > 0 else { return true }
            let whole = encoder.count / encoder.frames * slots.count
            if whole > most { foretold = whole }
            return foretold == nil
        }
        let frames = encoder.frames
        if let foretold { return Take(bytes: nil, size: foretold, frames: frames) }
        let bytes = encoder.finish()
        return Take(bytes: bytes, size: bytes.count, frames: slots.count)
    }

    /// What is done to every frame, whichever the rung.
    var report: RenderReport {
        var report = RenderReport()
        if fit.isCropping {
            report.crop = shown.report(of: fit.sourceWidth, fit.sourceHeight)
            report.steps.append("every frame cropped to \(shown.width)x\(shown.height) \(fit.gravity.place)")
        }
        if fit.isShrinking || fit.isEnlarging {
            let verb = fit.isShrinking ? "shrunk" : "enlarged"
            report.steps.append("every frame \(verb) to \(fit.content.width)x\(fit.content.height)")
        }
        if fit.isPadding { report.steps.append("every frame padded to \(fit.width)x\(fit.height)") }
        return report
    }

    /// Opens the film again from its beginning.
    private func open() throws(RasterFault) -> Film {
        let film = try Film(media, options: kind.loaderOptions(.error, frames: -1))
        guard film.width == fit.sourceWidth, film.height == fit.sourceHeight else {
            throw RasterFault(words: "the frames decode to \(film.width)x\(film.height)", cause: .otherSize)
        }
        return film
    }

    private func look(at first: Picture) {
        beginsBlank = first.pixels.allSatisfy { $0 == first.pixels[0] }
        surround = first.pixels.contains(0) ? 0 : background.pixel
    }

    /// The picture in its surroundings, if there are any.
    private func framed(_ picture: Picture, percent: Int) -> Picture {
        guard fit.isPadding else { return picture }
        let place = fit.content.share(percent)
        return picture.placed(
            left: place.x, top: place.y, width: Self.share(fit.width, percent), height: Self.share(fit.height, percent),
            on: surround ?? background.pixel)
    }

    fileprivate static func share(_ side: Int, _ percent: Int) -> Int { max(1, side * percent / 100) }

    /// Lends the frames that are wanted, in order, until it is told to stop.
    private func forEachFrame(
        of film: borrowing Film, at size: PixelBox, wanted: [Int: Int]?, _ body: (Picture, Int) -> Bool
    ) throws(RasterFault) {
        if kept.count == film.frames {
            let resize = FrameResampler(
                sourceWidth: fit.content.width, sourceHeight: fit.content.height, width: size.width,
                height: size.height)
            for frame in kept.indices where wanted == nil || wanted?[frame] != nil {
                guard body(resize(kept[frame]), frame) else { return }
            }
            return
        }
        let resize = FrameResampler(
            sourceWidth: shown.width, sourceHeight: shown.height, width: size.width, height: size.height)
        let lanes = Lanes(threads)
        var next = 0
        while next < film.frames {
            var batch: [Picture] = []
            var numbers: [Int] = []
            while next < film.frames && batch.count < 2 * threads {
                if wanted == nil || wanted?[next] != nil {
                    batch.append(try film.frame(next, in: shown))
                    numbers.append(next)
                }
                next += 1
            }
            for (picture, number) in zip(lanes.map(batch, { resize($0) }), numbers) {
                guard body(picture, number) else { return }
            }
        }
    }
}

extension PixelBox {
    /// The same box in a picture of so many hundredths of its size.
    fileprivate func share(_ percent: Int) -> PixelBox {
        PixelBox(
            x: x * percent / 100, y: y * percent / 100, width: CuttingRoom.share(width, percent),
            height: CuttingRoom.share(height, percent))
    }
}

extension Colour {
    /// The opaque pixel of this colour.
    fileprivate var pixel: UInt32 { 0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
}
