internal import Synchronization

/// How much of what is worked on may be for nobody but whoever asks next.
///
/// Who has gone may be many, and all of them may have asked one slow host: what is brought to its end for them must leave
/// room for others.
final class LateWork: Sendable {
    private let count = Atomic(0)
    private let most: Int

    init(most: Int) { self.most = most }

    /// Whether one more may go on; then `end` must follow.
    func begin() -> Bool {
        if count.add(1, ordering: .relaxed).newValue <= most { return true }
        end()
        return false
    }

    func end() { count.subtract(1, ordering: .relaxed) }
}
