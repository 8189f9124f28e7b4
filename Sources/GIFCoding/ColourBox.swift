/// A group of census entries that will share one colour of the palette.
struct ColourBox {
    let members: ArraySlice<ColourCensus.Entry>
    /// How far the members lie from their mean, squared and summed: what splitting can win.
    let spread: Double
    let mean: (red: Double, green: Double, blue: Double)

    /// Weights of red, green and blue; as in `Colour.distance(to:)`.
    private static let weights = SIMD3(5.0, 8.0, 5.0)

    init(_ members: ArraySlice<ColourCensus.Entry>) {
        self.members = members
        var total = Moments()
        for member in members { total.add(member) }
        mean = (total.sums[0] / total.weight, total.sums[1] / total.weight, total.sums[2] / total.weight)
        spread = total.spread
    }

    /// Cuts the box in two where the halves spread least together; `nil` when all members are one.
    func split() -> (ColourBox, ColourBox)? {
        guard members.count > 1, spread > 0 else { return nil }
        var best: (gain: Double, axis: Int, level: Int) = (-1, 0, 0)
        for axis in 0..<3 {
            var slices = [Moments](repeating: Moments(), count: 256)
            var total = Moments()
            for member in members {
                slices[Int(member.channel(axis))].add(member)
                total.add(member)
            }
            var below = Moments()
            for level in 0..<255 where slices[level].weight > 0 {
                below.add(slices[level])
                let above = total.without(below)
                guard above.weight > 0 else { break }
                let gain = spread - below.spread - above.spread
                if gain > best.gain { best = (gain, axis, level) }
            }
        }
        guard best.gain >= 0 else { return nil }
        let low = members.filter { Int($0.channel(best.axis)) <= best.level }
        let high = members.filter { Int($0.channel(best.axis)) > best.level }
        guard !low.isEmpty, !high.isEmpty else { return nil }
        return (ColourBox(low[...]), ColourBox(high[...]))
    }

    /// Weight, sum and sum of squares of a set of entries.
    private struct Moments {
        var weight = 0.0
        var sums = SIMD3<Double>()
        var squares = 0.0

        mutating func add(_ entry: ColourCensus.Entry) {
            let colour = SIMD3(entry.red, entry.green, entry.blue)
            weight += entry.weight
            sums += colour * entry.weight
            squares += (colour * colour * ColourBox.weights).sum() * entry.weight
        }

        mutating func add(_ other: Moments) {
            weight += other.weight
            sums += other.sums
            squares += other.squares
        }

        func without(_ other: Moments) -> Moments {
            var rest = self
            rest.weight -= other.weight
            rest.sums -= other.sums
            rest.squares -= other.squares
            return rest
        }

        var spread: Double {
            weight > 0 ? max(0, squares - (sums * sums * ColourBox.weights).sum() / weight) : 0
        }
    }
}

extension ColourCensus.Entry {
    fileprivate func channel(_ axis: Int) -> Double {
        axis == 0 ? red : axis == 1 ? green : blue
    }
}
