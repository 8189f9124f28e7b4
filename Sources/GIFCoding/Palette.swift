/// The colours that all frames of an animation share.
package struct Palette: Sendable {
    /// One of the 256 is kept for pixels that do not change.
    static let mostColours = 255

    let colours: [Colour]
    /// Whether these are all the colours there are, so that none is approximated.
    package let isExact: Bool

    /// Chooses at most `most` colours that come nearest to what was counted.
    ///
    /// Boxes of colours are split where that wins most (Wu's criterion on a histogram), then the means are moved to
    /// their neighbourhoods (k-means).
    package init(of census: ColourCensus, most: Int) {
        let most = min(max(most, 2), Self.mostColours)
        if let exact = census.exactColours(atMost: most) {
            colours = exact.isEmpty ? [Colour(red: 0, green: 0, blue: 0)] : exact
            isExact = true
            return
        }
        isExact = false
        let entries = census.entries
        var boxes = [ColourBox(entries[...])]
        while boxes.count < most {
            // The first of the widest: the order never depends on anything but the colours.
            guard let widest = boxes.indices.max(by: { boxes[$0].spread < boxes[$1].spread }),
                let halves = boxes[widest].split()
            else { break }
            boxes[widest] = halves.0
            boxes.append(halves.1)
        }
        var means = boxes.map { SIMD3<Float>(Float($0.mean.red), Float($0.mean.green), Float($0.mean.blue)) }
        for _ in 0..<Self.refinements { Self.refine(&means, entries) }
        colours = Self.distinct(means)
    }

    private static let refinements = 3

    private static func refine(_ means: inout [SIMD3<Float>], _ entries: [ColourCensus.Entry]) {
        var sums = [SIMD4<Double>](repeating: .zero, count: means.count)
        let search = NearestMean(means)
        for entry in entries {
            let nearest = search.index(SIMD3(Float(entry.red), Float(entry.green), Float(entry.blue)))
            sums[nearest] += SIMD4(entry.red, entry.green, entry.blue, 1) * entry.weight
        }
        for index in means.indices where sums[index].w > 0 {
            let sum = sums[index]
            means[index] = SIMD3(Float(sum.x / sum.w), Float(sum.y / sum.w), Float(sum.z / sum.w))
        }
    }

    /// Rounded, sorted from dark to light, none twice: neighbours in the table look alike.
    private static func distinct(_ means: [SIMD3<Float>]) -> [Colour] {
        let rounded = Set(
            means.map { mean in
                let whole = mean.rounded(.toNearestOrAwayFromZero)
                return Colour(red: Int32(whole.x), green: Int32(whole.y), blue: Int32(whole.z))
            })
        return rounded.sorted { one, other in
            let (low, high) = (
                5 * one.red + 8 * one.green + 5 * one.blue, 5 * other.red + 8 * other.green + 5 * other.blue
            )
            return low != high ? low < high : one.pixel < other.pixel
        }
    }
}
