internal import AttachmentModel
internal import HTTPTransport
internal import Synchronization

/// Keeps what it receives, and refuses what a test wants refused.
final class BodyCollector: HTTPReceiver {
    private struct State {
        var heads: [HTTPHead] = []
        var body: [UInt8] = []
    }

    private let state = Mutex(State())
    private let cap: Int
    private let wanted: Int
    private let onBytes: @Sendable () -> Void

    init(cap: Int = 10_000_000, wanted: Int = .max, onBytes: @escaping @Sendable () -> Void = {}) {
        self.cap = cap
        self.wanted = wanted
        self.onBytes = onBytes
    }

    var heads: [HTTPHead] { state.withLock { $0.heads } }
    var body: [UInt8] { state.withLock { $0.body } }

    func begin(_ head: HTTPHead) throws(PreparationError) {
        state.withLock { $0.heads.append(head) }
        if head.status == 403 { throw PreparationError(.fetchStatus4xx) }
    }

    func take(_ bytes: UnsafeRawBufferPointer) throws(PreparationError) -> Bool {
        let count = state.withLock { state in
            unsafe state.body.append(contentsOf: bytes)
            return state.body.count
        }
        onBytes()
        guard count <= cap else { throw PreparationError(.fetchTooLarge) }
        return count < wanted
    }
}
