internal import Synchronization

/// What a storage was found to do.
final class StoreHabits: Sendable {
    private let conditions = Mutex(true)

    /// Whether it stores something only if it is new, when it is asked to.
    var heedConditions: Bool {
        get { conditions.withLock { $0 } }
        set { conditions.withLock { $0 = newValue } }
    }
}
