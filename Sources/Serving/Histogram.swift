/// How often something took how long, in steps that suit pictures as well as movies.
struct Histogram: Sendable {
    /// The upper ends of the steps, in seconds.
    static let steps = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120]

    private(set) var counts = [Int](repeating: 0, count: steps.count)
    private(set) var count = 0
    private(set) var sum = 0.0

    mutating func add(_ seconds: Double) {
        count += 1
        sum += seconds
        // Each step counts what lies below it, so a reader need add nothing up.
        for (index, step) in Self.steps.enumerated() where seconds <= step { counts[index] += 1 }
    }
}
