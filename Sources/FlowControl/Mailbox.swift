internal import Synchronization

/// Takes events from any thread and gives them out together: whoever is slow gets more of them at once.
package final class Mailbox<Event: Sendable>: Sendable {
    private let events = Mutex<[Event]>([])
    private let wakes: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation

    package init() {
        (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    package func post(_ event: Event) {
        events.withLock { $0.append(event) }
        wake.yield()
    }

    /// Waits until there is something; `nil` when the task was cancelled.
    ///
    /// For one reader.
    package func next() async -> [Event]? {
        for await _ in wakes {
            let events = events.withLock { events in
                defer { events = [] }
                return events
            }
            if !events.isEmpty { return events }
        }
        return nil
    }
}
