internal import Synchronization

/// What the library's threads work with.
///
/// They hold it for moments, and so may be the last to let it go; whoever stops the library waits for these threads, so
/// that must be somebody they never hold: `HTTPServer`.
final class ServerCore: Sendable {
    let handler: any RequestHandler
    let limits: ServerLimits
    let watch: ConnectionWatch
    let bodies: BodyBudget

    /// Connections that the library knows nothing of yet.
    let strangers = Atomic(0)
    private let hasEnded = Mutex(false)
    /// Whether nobody is received any more.
    let isClosed = Atomic(false)
    /// Whether each answer is the last one on its connection.
    let isDraining = Atomic(false)

    init(limits: ServerLimits, handler: any RequestHandler) {
        self.limits = limits
        watch = ConnectionWatch(limits, for: handler)
        self.handler = handler
        bodies = BodyBudget(bytes: limits.bodyMemory)
    }

    /// Connections at this moment.
    var count: Int {
        // In this order: who goes from the one to the other is counted twice, and not left out.
        strangers.load(ordering: .acquiring) + watch.count
    }

    var hasRoom: Bool { count < limits.connections }
    var mayListen: Bool { !isClosed.load(ordering: .relaxed) && hasRoom }
    var isOver: Bool { hasEnded.withLock { $0 } }

    /// Suspends a connection, unless the server is ending: the library must not be stopped while one is suspended.
    ///
    /// - Returns: whether it is suspended; if not, it must be cut.
    func suspend(_ body: () -> Void) -> Bool {
        hasEnded.withLock { hasEnded in
            if !hasEnded { body() }
            return !hasEnded
        }
    }

    /// From here on nothing is suspended, and what was goes on.
    func end() {
        hasEnded.withLock { $0 = true }
        watch.end()
        watch.abandonAll()
    }

    /// The core that a context of the library stands for.
    static func at(_ context: UnsafeMutableRawPointer) -> ServerCore {
        unsafe Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
    }
}
