/// Puts values that come in any order back into the order of their numbers, which begin at 0.
package struct InOrder<Value> {
    private var next = 0
    private var early: [Int: Value] = [:]

    package init() {}

    /// How many are held because an earlier one is missing.
    package var held: Int { early.count }

    /// Takes one value; gives those whose turn it is now, in order.
    package mutating func take(_ value: Value, number: Int) -> [Value] {
        early[number] = value
        var ready: [Value] = []
        while let value = early.removeValue(forKey: next) {
            ready.append(value)
            next += 1
        }
        return ready
    }

    /// Gives what is held although earlier ones are missing, in order.
    package mutating func flush() -> [Value] {
        defer { early = [:] }
        return early.sorted { $0.key < $1.key }.map(\.value)
    }
}

extension InOrder: Sendable where Value: Sendable {}
