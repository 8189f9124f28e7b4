/// A list of numbers in which neighbours are often equal: how many, and which.
struct Runs: Hashable {
    struct Run: Hashable {
        var count: Int
        var value: Int
    }

    private(set) var runs: [Run] = []
    private(set) var count = 0

    init() {}

    mutating func append(_ value: Int, count more: Int = 1) {
        guard more > 0 else { return }
        count += more
        if let last = runs.indices.last, runs[last].value == value {
            runs[last].count += more
        } else {
            runs.append(Run(count: more, value: value))
        }
    }

    /// Takes the last number off; `nil` when there is none.
    mutating func removeLast() -> Int? {
        guard let last = runs.indices.last else { return nil }
        let value = runs[last].value
        count -= 1
        runs[last].count -= 1
        if runs[last].count == 0 { runs.removeLast() }
        return value
    }

    /// Makes it exactly so long: what is missing becomes `filler`.
    mutating func settle(count wanted: Int, filler: Int) {
        while count > wanted, let last = runs.indices.last {
            let surplus = min(count - wanted, runs[last].count)
            runs[last].count -= surplus
            count -= surplus
            if runs[last].count == 0 { runs.removeLast() }
        }
        append(filler, count: wanted - count)
    }

    /// All numbers added up; none of them exceeds 32 bits, nor does their count.
    var sum: Int { runs.reduce(0) { $0 + $1.count * $1.value } }
}

extension Runs {
    /// The numbers one by one.
    struct Numbers: IteratorProtocol {
        private var runs: ArraySlice<Run>
        private var left: Int

        fileprivate init(_ runs: [Run]) {
            self.runs = runs[...]
            left = runs.first?.count ?? 0
        }

        mutating func next() -> Int? {
            if left == 0, !runs.isEmpty {
                runs.removeFirst()
                left = runs.first?.count ?? 0
            }
            left -= 1
            return runs.first?.value
        }
    }

    var numbers: Numbers { Numbers(runs) }
}
