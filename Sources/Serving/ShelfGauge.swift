internal import Affix
internal import Synchronization

/// How much lies on the shelf, as it was counted last: whoever asks does not wait for a walk through a million files.
final class ShelfGauge: Sendable {
    private struct State {
        var size: Preparer.ShelfSize?
        var time: ContinuousClock.Instant?
        var isCounting = false
    }

    /// How long a count is good for: shelves grow slowly, and a walk through one is not free.
    private static let life = Duration.seconds(600)

    private let preparer: Preparer
    private let state = Mutex(State())

    init(_ preparer: Preparer) { self.preparer = preparer }

    /// What was counted last; `nil` before the first count has ended, and of a storage.
    ///
    /// When that is old, it is counted anew.
    var size: Preparer.ShelfSize? {
        let (size, begins) = state.withLock { state in
            let isOld = state.time.map { $0.duration(to: .now) > Self.life } ?? true
            let begins = isOld && !state.isCounting
            if begins { state.isCounting = true }
            return (state.size, begins)
        }
        if begins { Task { await count() } }
        return size
    }

    private func count() async {
        let size = await preparer.shelfSize()
        state.withLock { $0 = State(size: size, time: .now) }
    }
}
