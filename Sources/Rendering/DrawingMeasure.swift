internal import CVips

/// Whether a picture is drawn rather than taken: a screenshot, a chart, a logo.
///
/// Such pictures have few colours with hard edges between them. JPEG blurs these edges, and PNG often needs fewer bytes
/// for them than JPEG does for the same look. Counted on at most 256 rows, spread evenly:
///
/// - **flat**: at least half of all neighbours side by side are exactly equal (photographs: a few in a hundred, unless
///   overexposed);
/// - **hard**: of the others at least one in twelve differs by 48 levels or more in some channel (the slopes of a sky or a
///   shadow, and what JPEG left around letters, are gentler);
/// - **few**: the 32 most frequent colours cover at least three quarters of the pixels.
///
/// A picture is a drawing when it is all three.
struct DrawingMeasure: Hashable {
    /// Of neighbours, the share that is equal; of the unequal ones, the share with a hard edge; of pixels, the share that
    /// the most frequent colours cover.
    private(set) var flat = 0.0
    private(set) var hard = 0.0
    private(set) var few = 0.0

    private static let mostRows = 256
    private static let hardEdge: UInt8 = 48
    private static let frequentColours = 32

    var isDrawing: Bool { flat >= 0.5 && hard >= 1.0 / 12 && few >= 0.75 }

    /// - Parameter samples: rows of `width` pixels with `bands` samples each, 1 to 4.
    init(_ samples: Span<UInt8>, width: Int, height: Int, bands: Int) {
        guard width > 1, height > 0, (1...4).contains(bands), samples.count >= width * height * bands else { return }
        let step = max(1, (height + Self.mostRows - 1) / Self.mostRows)
        let rows = Array(stride(from: 0, to: height, by: step))
        let pairs = rows.count * (width - 1)
        var (equal, edges, seen) = (0, 0, 0)
        for row in rows {
            let found = Self.neighbours(in: samples.extracting(row * width * bands..<(row + 1) * width * bands), bands)
            (equal, edges, seen) = (equal + found.equal, edges + found.edges, seen + width - 1)
            // With more than half of them unequal it is no drawing, whatever the rest is.
            if (seen - equal) * 2 > pairs { return }
        }
        flat = Double(equal) / Double(pairs)
        hard = pairs == equal ? 0 : Double(edges) / Double(pairs - equal)
        // Counting colours is slower, and most pictures are known by now.
        guard flat >= 0.5 else { return }
        var counts: [UInt32: Int] = [:]
        for row in rows {
            // Equal neighbours, of which there are many, are counted together.
            var (last, run) = (Self.colour(samples, at: row * width * bands, bands), 0)
            for pixel in 0..<width {
                let colour = Self.colour(samples, at: (row * width + pixel) * bands, bands)
                if colour != last {
                    counts[last, default: 0] += run
                    (last, run) = (colour, 0)
                }
                run += 1
            }
            counts[last, default: 0] += run
        }
        let frequent = counts.values.sorted(by: >).prefix(Self.frequentColours).reduce(0, +)
        few = Double(frequent) / Double(rows.count * width)
    }

    /// Of the neighbours in a row, how many are equal and how many have a hard edge between them.
    private static func neighbours(in row: Span<UInt8>, _ bands: Int) -> (equal: Int, edges: Int) {
        var (equal, edges) = (0, 0)
        unsafe row.withUnsafeBufferPointer { row in
            unsafe affix_neighbours(row.baseAddress, row.count, Int32(bands), hardEdge, &equal, &edges)
        }
        return (equal, edges)
    }

    /// The number of colours in the whole picture; `nil` when there are more than `most`.
    static func colours(in samples: Span<UInt8>, bands: Int, most: Int) -> Int? {
        var seen: Set<UInt32> = []
        var last: UInt32?
        for at in stride(from: 0, to: samples.count, by: bands) {
            let colour = colour(samples, at: at, bands)
            if colour == last { continue }
            last = colour
            seen.insert(colour)
            if seen.count > most { return nil }
        }
        return seen.count
    }

    private static func colour(_ samples: Span<UInt8>, at start: Int, _ bands: Int) -> UInt32 {
        var colour: UInt32 = 0
        for band in 0..<bands { colour = colour << 8 | UInt32(samples[start + band]) }
        return colour
    }
}
