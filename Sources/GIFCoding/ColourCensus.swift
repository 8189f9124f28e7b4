/// Counts the colours of an animation, to choose a palette for all its frames.
///
/// While there are few enough colours for a palette they are kept exactly; beyond, neighbouring ones are counted together,
/// five bits of each channel, with the sum of what fell into each cell.
package struct ColourCensus: Sendable {
    /// A colour, or the mean of a cell, and how many pixels have it.
    struct Entry {
        let red, green, blue, weight: Double
    }

    private struct Cell {
        var red = 0
        var green = 0
        var blue = 0
        var count = 0
    }

    /// More than this many pixels of one frame say nothing new.
    private static let samplesOfFrame = 1 << 16

    private var exact: Set<UInt32> = []
    private var isExact = true
    private var cells = [Cell](repeating: Cell(), count: 1 << 15)
    /// Whether any pixel lets the background through.
    package private(set) var isTransparent = false

    package init() {}

    /// Counts the pixels of one more frame: every pixel while colours are few, else an even share of them.
    package mutating func count(_ picture: Picture) {
        noteExact(picture)
        let step = max(1, picture.pixels.count / Self.samplesOfFrame)
        let pixels = picture.pixels.span
        var cells = cells.mutableSpan
        // A step that divides the width would look at the same columns only.
        let stride = step > 1 ? step | 1 : 1
        var index = 0
        while index < pixels.count {
            let pixel = pixels[index]
            index += stride
            if pixel == 0 { continue }
            let key = Colour.cell(of: pixel, bits: 5)
            cells[key].red &+= Int(pixel >> 16 & 0xFF)
            cells[key].green &+= Int(pixel >> 8 & 0xFF)
            cells[key].blue &+= Int(pixel & 0xFF)
            cells[key].count &+= 1
        }
    }

    private mutating func noteExact(_ picture: Picture) {
        let pixels = picture.pixels.span
        var last: UInt32 = 1
        for index in pixels.indices where pixels[index] != last {
            last = pixels[index]
            if last == 0 {
                isTransparent = true
                if !isExact { return }
            } else if isExact {
                exact.insert(last)
                isExact = exact.count <= Palette.mostColours
            } else if isTransparent {
                return
            }
        }
    }

    /// The colours themselves, if a palette of so many holds them all.
    func exactColours(atMost count: Int) -> [Colour]? {
        isExact && exact.count <= count ? exact.sorted().map(Colour.init) : nil
    }

    /// The cells that were met, in a fixed order.
    var entries: [Entry] {
        cells.lazy.filter { $0.count > 0 }.map { cell in
            let count = Double(cell.count)
            return Entry(
                red: Double(cell.red) / count, green: Double(cell.green) / count, blue: Double(cell.blue) / count,
                weight: count)
        }
    }
}
