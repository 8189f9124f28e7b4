/// The size of each sample in bytes; one number when all are equal.
struct SampleSizes {
    private(set) var count = 0
    private var uniform: UInt32 = 0
    private var each: [UInt32] = []

    init() {}

    init(uniform size: Int, count: Int) {
        uniform = UInt32(clamping: size)
        self.count = count
    }

    /// The one size; `nil` when samples differ.
    var common: Int? { count > 0 && each.isEmpty ? Int(uniform) : nil }

    var largest: Int { Int(each.max() ?? uniform) }

    subscript(index: Int) -> Int {
        Int(each.isEmpty ? uniform : each[index])
    }

    mutating func reserve(_ count: Int) {
        each.reserveCapacity(count)
    }

    mutating func keepFirst(_ wanted: Int) {
        guard wanted < count else { return }
        count = wanted
        if !each.isEmpty { each.removeLast(each.count - wanted) }
    }

    mutating func append(_ size: Int) {
        let size = UInt32(clamping: size)
        if count == 0 { uniform = size }
        if each.isEmpty && size != uniform { each = Array(repeating: uniform, count: count) }
        if !each.isEmpty { each.append(size) }
        count += 1
    }
}
