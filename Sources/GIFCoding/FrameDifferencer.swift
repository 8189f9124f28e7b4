/// Turns whole frames into drawings of what changed.
///
/// It knows what the viewer sees, in palette indices, and keeps one frame back: how long that is shown, and whether it has
/// to be cleared, only the next one tells. A pixel is drawn again when what is seen differs from the truth by more than
/// the tolerance, so that errors never add up.
struct FrameDifferencer {
    private let width, height: Int
    private let colours: [UInt32]
    /// The index that stands for the background, or for "as it was".
    private let blank: UInt8
    private let tolerance: Int32
    private var matcher: PaletteMatcher

    private var shown: [UInt8]
    /// What the frame that was kept back changes; `blank` elsewhere.
    private var changes: [UInt8]
    private var scratch: [UInt8]
    private var area = Area.nothing
    private var hundredths = 0
    private var hasFrame = false

    /// The longest that one frame can be shown: the field has 16 bits.
    private static let longest = 65_535

    /// - Parameter tolerance: how far what is seen may lie from the truth, in levels of each channel.
    init(width: Int, height: Int, palette: Palette, tolerance: Int) {
        self.width = width
        self.height = height
        blank = UInt8(palette.colours.count)
        colours = palette.colours.map(\.pixel) + [0]
        self.tolerance = Int32(18 * tolerance * tolerance)
        matcher = PaletteMatcher(palette)
        shown = [UInt8](repeating: blank, count: width * height)
        changes = shown
        scratch = shown
    }

    /// Takes the next frame, and gives the one before when it is settled.
    mutating func add(_ picture: Picture, hundredths duration: Int) -> FrameDrawing? {
        var drawing: FrameDrawing?
        if hasFrame {
            let bare = bared(by: picture)
            let changed = difference(to: picture)
            if bare.isEmpty && changed.isEmpty && hundredths + duration <= Self.longest {
                hundredths += duration
                return nil
            }
            drawing = settle(clearing: bare)
            area = bare.isEmpty ? changed : difference(to: picture)
        } else {
            _ = difference(to: picture)
            area = Area(left: 0, top: 0, right: width, bottom: height)
        }
        hasFrame = true
        if area.isEmpty { area = Area(left: 0, top: 0, right: 1, bottom: 1) }
        swap(&changes, &scratch)
        show()
        hundredths = duration
        return drawing
    }

    /// The last frame.
    mutating func finish() -> FrameDrawing? {
        hasFrame ? settle(clearing: .nothing) : nil
    }

    /// The pixels that are seen and must not be: only clearing makes a pixel transparent again.
    private func bared(by picture: Picture) -> Area {
        var bare = Area.nothing
        let pixels = picture.pixels.span
        let shown = shown.span
        for row in 0..<height {
            let start = row &* width
            for column in 0..<width where pixels[start &+ column] == 0 && shown[start &+ column] != blank {
                bare.include(row: row, from: column, through: column)
            }
        }
        return bare
    }

    /// Writes into `scratch` what has to be drawn, and says where.
    private mutating func difference(to picture: Picture) -> Area {
        var changed = Area.nothing
        // Spans of locals, so that the matcher may learn meanwhile.
        let (colourTable, canvas) = (colours, shown)
        var target: [UInt8] = []
        swap(&target, &scratch)
        defer { swap(&target, &scratch) }
        let pixels = picture.pixels.span
        let colours = colourTable.span
        let shown = canvas.span
        var drawn = target.mutableSpan
        for row in 0..<height {
            let start = row &* width
            var first = -1
            var last = -1
            for column in 0..<width {
                let index = start &+ column
                let pixel = pixels[index]
                let old = shown[index]
                drawn[index] = blank
                if pixel == 0 { continue }
                let seen = colours[Int(old)]
                if seen == pixel || old != blank && Colour(pixel).distance(to: Colour(seen)) <= tolerance { continue }
                let new = matcher.index(of: pixel)
                if new == old { continue }
                drawn[index] = new
                if first < 0 { first = column }
                last = column
            }
            if first >= 0 { changed.include(row: row, from: first, through: last) }
        }
        return changed
    }

    /// Lets the viewer see what was drawn.
    private mutating func show() {
        let (drawn, area, width, blank) = (changes, area, width, blank)
        let changes = drawn.span
        var shown = shown.mutableSpan
        for row in area.top..<area.bottom {
            for index in (row &* width &+ area.left)..<(row &* width &+ area.right) where changes[index] != blank {
                shown[index] = changes[index]
            }
        }
    }

    /// Cuts the frame that was kept back out of its canvas, and clears what must be bare after it.
    private mutating func settle(clearing bare: Area) -> FrameDrawing {
        if !bare.isEmpty { area.include(bare) }
        var codes: [UInt8] = []
        codes.reserveCapacity(area.width * area.height)
        var isTransparent = false
        do {
            let changes = changes.span
            let shown = shown.span
            var left = blank
            for row in area.top..<area.bottom {
                for index in (row &* width &+ area.left)..<(row &* width &+ area.right) {
                    // What did not change may be drawn again where that makes a run longer.
                    if changes[index] != blank {
                        left = changes[index]
                    } else if shown[index] != left {
                        left = blank
                    }
                    isTransparent = isTransparent || left == blank
                    codes.append(left)
                }
            }
        }
        if !bare.isEmpty {
            for row in area.top..<area.bottom {
                for index in (row * width + area.left)..<(row * width + area.right) { shown[index] = blank }
            }
        }
        return FrameDrawing(
            area: area, codes: codes, isTransparent: isTransparent, isCleared: !bare.isEmpty, hundredths: hundredths)
    }
}
