internal import Glibc

/// Which pixels of a row make each pixel of a shorter one, and how much each counts: Lanczos' kernel of three lobes.
struct RowWeights {
    /// Pixels for each target; the same for all, so that some weights are zero.
    let taps: Int
    /// The first of them for each target; before the row or behind it, where its end pixels go on.
    private(set) var firsts: [Int32] = []
    /// `taps` for each target; they sum up to 1.
    private(set) var weights: [Float] = []

    private static let lobes = 3.0

    /// - Parameters:
    ///   - sources: pixels of the row.
    ///   - targets: pixels of the shorter one, of which each stands for `scale` of the row; what is left over is cut off, or
    ///     made up, equally at both ends.
    init(from sources: Int, to targets: Int, scale: Double) {
        let reach = Self.lobes * scale
        let surplus = Double(targets) * scale - Double(sources)
        taps = Int((2 * reach).rounded(.up)) + 1
        firsts.reserveCapacity(targets)
        weights.reserveCapacity(targets * taps)
        for target in 0..<targets {
            let centre = (Double(target) + 0.5) * scale - surplus / 2
            let first = Int((centre - reach).rounded(.down))
            let row = (0..<taps).map { Self.kernel((Double(first + $0) + 0.5 - centre) / scale) }
            let sum = row.reduce(0, +)
            firsts.append(Int32(clamping: first))
            weights += row.map { Float($0 / sum) }
        }
    }

    private static func kernel(_ distance: Double) -> Double {
        if distance == 0 { return 1 }
        guard abs(distance) < lobes else { return 0 }
        let angle = Double.pi * distance
        return lobes * sin(angle) * sin(angle / lobes) / (angle * angle)
    }
}
