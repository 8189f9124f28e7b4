/// Looks for the nearest of some colours, eight at a time.
struct NearestMean {
    private var red: [SIMD8<Float>] = []
    private var green: [SIMD8<Float>] = []
    private var blue: [SIMD8<Float>] = []

    init(_ means: [SIMD3<Float>]) {
        for start in stride(from: 0, to: means.count, by: 8) {
            // What fills the last eight up lies too far away to be found.
            var (r, g, b) = (SIMD8<Float>(repeating: 1e9), SIMD8<Float>(repeating: 1e9), SIMD8<Float>(repeating: 1e9))
            for lane in 0..<min(8, means.count - start) {
                r[lane] = means[start + lane].x
                g[lane] = means[start + lane].y
                b[lane] = means[start + lane].z
            }
            red.append(r)
            green.append(g)
            blue.append(b)
        }
    }

    func index(_ colour: SIMD3<Float>) -> Int {
        var least = SIMD8<Float>(repeating: .infinity)
        var found = SIMD8<Int32>(repeating: 0)
        for block in red.indices {
            let (r, g, b) = (red[block] - colour.x, green[block] - colour.y, blue[block] - colour.z)
            let distance = r * r * 5 + g * g * 8 + b * b * 5
            let isNearer = distance .< least
            least.replace(with: distance, where: isNearer)
            found.replace(with: Int32(block), where: isNearer)
        }
        var lane = 0
        for other in 1..<8 where least[other] < least[lane] { lane = other }
        return Int(found[lane]) * 8 + lane
    }
}
