internal import Synchronization

/// Memory for the bodies that are read as a whole, of all connections together.
///
/// Each of them is bounded, but there may be a thousand at once.
final class BodyBudget: Sendable {
    private let left: Atomic<Int>

    init(bytes: Int) {
        left = Atomic(bytes)
    }

    /// Takes a share, which `give` must give back; `false` when there is none.
    func take(_ count: Int) -> Bool {
        guard left.subtract(count, ordering: .relaxed).newValue >= 0 else {
            give(count)
            return false
        }
        return true
    }

    func give(_ count: Int) {
        left.add(count, ordering: .relaxed)
    }
}
