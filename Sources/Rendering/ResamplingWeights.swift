/// Which source pixels make a target pixel along one axis, and how much each counts.
struct ResamplingWeights: Sendable {
    let targets: Int
    /// Source pixels for each target; the same for all, so that some weights are zero.
    let taps: Int
    /// The first source pixel of each target.
    let firsts: [Int]
    /// `taps` for each target; they sum up to 1.
    let weights: [Float]

    /// - Parameters:
    ///   - sources: pixels there are, positive.
    ///   - targets: pixels there shall be, positive.
    init(from sources: Int, to targets: Int) {
        let scale = Double(sources) / Double(targets)
        // The kernel reaches two pixels to each side: of the target where it has fewer, else of the source.
        let reach = max(scale, 1)
        let taps = min(sources, Int((4 * reach).rounded(.up)) + 1)
        var firsts: [Int] = []
        var weights: [Float] = []
        for target in 0..<targets {
            let centre = (Double(target) + 0.5) * scale
            let first = min(max(0, Int((centre - 2 * reach).rounded(.down))), sources - taps)
            let row = (0..<taps).map { Self.kernel((Double(first + $0) + 0.5 - centre) / reach) }
            let sum = row.reduce(0, +)
            firsts.append(first)
            weights += row.map { Float($0 / sum) }
        }
        self.targets = targets
        self.taps = taps
        self.firsts = firsts
        self.weights = weights
    }

    /// Catmull and Rom's cubic: sharp, with little ringing.
    private static func kernel(_ distance: Double) -> Double {
        let x = abs(distance)
        if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
        if x < 2 { return ((-0.5 * x + 2.5) * x - 4) * x + 2 }
        return 0
    }
}
