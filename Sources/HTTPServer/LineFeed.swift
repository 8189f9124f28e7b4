internal import Synchronization

/// Bytes that one side makes while the other sends them.
///
/// Nobody waits in it: who finds nothing to send is parked, and woken by the next bytes. It is bounded by how much its
/// maker has to say, not by itself.
package final class LineFeed: Sendable {
    /// How a reading ended.
    enum Piece {
        case bytes(Int)
        /// There will be bytes later; the reader is parked.
        case later
        case end
        /// What was to be said is not whole, and the reader must not take it for that.
        case broken
    }

    private struct State {
        var waiting: [UInt8] = []
        /// How many of these have been read; they go when all have.
        var read = 0
        var hasEnded = false
        var isAbandoned = false
        var wake: (@Sendable () -> Void)?
        var stop: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    package init() {}

    /// Adds a text and wakes whoever sends it.
    package func append(_ text: String) {
        state.withLock { state in
            if !state.isAbandoned { state.waiting += Array(text.utf8) }
            state.wake?()
            state.wake = nil
        }
    }

    /// Nothing follows.
    package func end() {
        state.withLock { state in
            state.hasEnded = true
            state.wake?()
            state.wake = nil
        }
    }

    /// Has something done when its maker must come to an end, be it that nobody reads any more: what is left to be said is
    /// then to be said at once.
    package func onCut(_ stop: @escaping @Sendable () -> Void) { state.withLock { $0.stop = stop } }

    /// Asks its maker to come to an end.
    func cut() { state.withLock { $0.stop }?() }

    /// Whether nobody reads it any more: what is still to be said need not be made.
    package var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

    /// Bytes that still wait to be read once nothing follows; `nil` before.
    var rest: Int? { state.withLock { $0.hasEnded ? $0.waiting.count - $0.read : nil } }

    /// The reader has gone, or must go: what is waiting is dropped, and what comes as well.
    func abandon() {
        state.withLock { state in
            state.isAbandoned = true
            (state.waiting, state.read) = ([], 0)
            state.wake?()
            state.wake = nil
        }
        cut()
    }

    /// Moves what there is into `room`.
    ///
    /// - Parameter park: called with the lock held when there is nothing yet, so that no wake-up can be lost between
    ///   looking and parking; gives what wakes the reader, or `nil` when there is no time left for that.
    func read(into room: UnsafeMutableRawBufferPointer, park: () -> (@Sendable () -> Void)?) -> Piece {
        state.withLock { state in
            let count = min(room.count, state.waiting.count - state.read)
            if count > 0 {
                unsafe room.copyBytes(from: state.waiting[state.read..<state.read + count])
                state.read += count
                if state.read == state.waiting.count { (state.waiting, state.read) = ([], 0) }
                return .bytes(count)
            }
            if state.isAbandoned { return .broken }
            if state.hasEnded { return .end }
            guard let wake = park() else { return .broken }
            state.wake = wake
            return .later
        }
    }
}
