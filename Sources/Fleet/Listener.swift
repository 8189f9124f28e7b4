internal import FlowControl
internal import Glibc
internal import Synchronization

/// A thread that hears what comes to an inbox.
final class Listener: Sendable {
    /// How often it looks up although nothing is said.
    private static let glance: Int64 = 100
    private static let turn = Duration.milliseconds(500)

    private let subscription: Subscription
    private let isOver = Mutex(false)

    init(_ subscription: consuming Subscription) {
        self.subscription = subscription
    }

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - take: called with each message, on the listener's thread.
    ///   - turn: called there about twice a second, whether something comes or not.
    func start(_ take: @escaping @Sendable (Message) -> Void, turn: @escaping @Sendable () -> Void) -> Bool {
        OwnThread.start { [self] in
            var next = ContinuousClock.now + Self.turn
            while !isOver.withLock({ $0 }) {
                do throws(QueueFault) {
                    if let message = try subscription.next(waitMilliseconds: Self.glance) { take(message) }
                } catch {
                    // The connection has closed for good; its owner sees that by itself.
                    usleep(100_000)
                }
                if ContinuousClock.now >= next {
                    turn()
                    next = .now + Self.turn
                }
            }
        }
    }

    /// Has nothing more sent to the inbox: what the queue gives out from here on, it gives to others.
    func drain() { try? subscription.drain() }

    /// Ends within a moment.
    func stop() { isOver.withLock { $0 = true } }
}
