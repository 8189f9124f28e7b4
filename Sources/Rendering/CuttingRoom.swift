internal import GIFCoding
internal import Handover
internal import Rulebook

/// Makes GIFs out of one film, each time from the first frame on.
///
/// Shrunk frames are kept for the next take while they are few; longer films are decoded again for each.
final class CuttingRoom {
    /// What came of one attempt.
    struct Take {
        /// The file; `nil` when it was given up because it became too large.
        let bytes: [UInt8]?
        /// Its size, or what it would have been.
        let size: Int
        let frames: Int
    }

    /// The frames of 480x480 for 3.5 seconds at 30 a second, about 96 MB.
    private static let mostKeptPixels = 24_000_000
    /// Frames after which the whole size can be foretold.
    private static let telling = 16

    private let media: MappedMedia
    private let recipe: AnimationRecipe
    private let threads: Int
    private var kept: [Picture] = []
    private var isKept = false

    init(media: MappedMedia, recipe: AnimationRecipe, threads: Int) {
        self.media = media
        self.recipe = recipe
        self.threads = threads
    }

    /// The colours of all frames.
    func census() throws(RasterFault) -> ColourCensus {
        var census = ColourCensus()
        let film = try open()
        let pixels = recipe.width.multipliedReportingOverflow(by: recipe.height * film.frames)
        isKept = !pixels.overflow && pixels.partialValue <= Self.mostKeptPixels
        try forEachFrame(of: film, percent: 100, wanted: nil) { picture, _ in
            census.count(picture)
            if isKept { kept.append(picture) }
            return true
        }
        return census
    }

    func encode(_ rung: AnimationLadder.Rung, census: ColourCensus, upTo most: Int) throws(RasterFault) -> Take {
        let film = try open()
        let schedule = FrameSchedule(delays: film.delays, frames: film.frames, pace: rung.pace)
        let (width, height) = size(rung.percent)
        var encoder = GIFEncoder(
            width: width, height: height, plays: film.plays,
            palette: Palette(of: census, most: rung.colours), tolerance: rung.tolerance, threads: threads)
        var done = 0
        var foretold: Int?
        let slots = schedule.slots
        let lengths = Dictionary(uniqueKeysWithValues: slots.map { ($0.frame, $0.hundredths) })
        try forEachFrame(of: film, percent: rung.percent, wanted: lengths) { picture, frame in
            encoder.add(picture, hundredths: lengths[frame] ?? 10)
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

    private func open() throws(RasterFault) -> Film {
        try Film(media, options: recipe.kind.loaderOptions(.error, frames: -1))
    }

    private func size(_ percent: Int) -> (width: Int, height: Int) {
        (max(1, recipe.width * percent / 100), max(1, recipe.height * percent / 100))
    }

    /// Lends the frames that are wanted, in order, until it is told to stop.
    private func forEachFrame(
        of film: borrowing Film, percent: Int, wanted: [Int: Int]?, _ body: (Picture, Int) -> Bool
    ) throws(RasterFault) {
        let (width, height) = size(percent)
        if kept.count == film.frames {
            let shrink = FrameResampler(
                sourceWidth: recipe.width, sourceHeight: recipe.height, width: width, height: height)
            for frame in kept.indices where wanted == nil || wanted?[frame] != nil {
                guard body(shrink(kept[frame]), frame) else { return }
            }
            return
        }
        let shrink = FrameResampler(
            sourceWidth: recipe.sourceWidth, sourceHeight: recipe.sourceHeight, width: width, height: height)
        let lanes = Lanes(threads)
        var next = 0
        while next < film.frames {
            var batch: [Picture] = []
            var numbers: [Int] = []
            while next < film.frames && batch.count < 2 * threads {
                if wanted == nil || wanted?[next] != nil {
                    batch.append(
                        try film.frame(
                            next, left: recipe.left, top: recipe.top, width: recipe.sourceWidth,
                            height: recipe.sourceHeight))
                    numbers.append(next)
                }
                next += 1
            }
            for (picture, number) in zip(lanes.map(batch, { shrink($0) }), numbers) {
                guard body(picture, number) else { return }
            }
        }
    }
}
