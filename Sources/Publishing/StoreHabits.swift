internal import Synchronization

/// What a storage was found to do.
final class StoreHabits: Sendable {
    private let extras = Mutex(true)

    /// Whether it knows conditions and checksums, or at least lets them be.
    var knowExtras: Bool {
        get { extras.withLock { $0 } }
        set { extras.withLock { $0 = newValue } }
    }
}
