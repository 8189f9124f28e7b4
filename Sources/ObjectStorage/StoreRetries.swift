/// How long to wait before a storage is asked again.
///
/// There is no count of tries: a storm passes or the caller's time does. The pauses grow exponentially, and each is drawn
/// from the upper half of its range, so that the many who failed together do not come back together.
package struct StoreRetries {
    private static let firstPause: Duration = .milliseconds(100)
    private static let longestPause: Duration = .seconds(2)

    /// Tries so far, the one that runs included.
    package private(set) var tries = 1
    private let random: @Sendable () -> Double

    /// - Parameter random: numbers from 0 to 1.
    package init(random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }) {
        self.random = random
    }

    /// The pause before the next try; `nil` when that would not begin in the time that is left.
    ///
    /// - Parameter asked: what the server asked for by Retry-After: never cut short.
    package mutating func pause(asked: Duration?, left: Duration) -> Duration? {
        let most = min(Self.firstPause * (1 << min(tries - 1, 10)), Self.longestPause)
        let pause = (asked ?? .zero) + most * (0.5 + random() / 2)
        guard pause < left else { return nil }
        tries += 1
        return pause
    }
}
