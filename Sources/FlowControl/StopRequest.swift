internal import Synchronization

/// A wish that some work ends soon and cleanly; made once, from any thread.
package final class StopRequest: Sendable {
    private struct State {
        var isMade = false
        var listeners: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    package init() {}

    package var isMade: Bool { state.withLock { $0.isMade } }

    /// Makes the wish; `false` when it was made before.
    @discardableResult
    package func make() -> Bool {
        let listeners: [@Sendable () -> Void]? = state.withLock { state in
            guard !state.isMade else { return nil }
            state.isMade = true
            defer { state.listeners = [] }
            return state.listeners
        }
        for listener in listeners ?? [] { listener() }
        return listeners != nil
    }

    /// Calls the closure once the wish is made, or at once when it was; it must be quick.
    package func onMade(_ listener: @escaping @Sendable () -> Void) {
        let isMade = state.withLock { state in
            if !state.isMade { state.listeners.append(listener) }
            return state.isMade
        }
        if isMade { listener() }
    }
}
