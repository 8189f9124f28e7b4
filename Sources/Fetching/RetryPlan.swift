internal import AttachmentModel

/// Decides whether a failed try is worth another one, and how long to wait before it.
///
/// At most three tries, and none that could not begin in the time that is left. The pauses grow exponentially, and each
/// is drawn from the upper half of its range, so that the many who failed together do not come back together.
struct RetryPlan {
    static let mostTries = 3
    private static let firstPause: Duration = .milliseconds(200)

    /// Tries so far, the one that runs included.
    private(set) var tries = 1
    private let random: @Sendable () -> Double

    /// - Parameter random: numbers from 0 to 1.
    init(random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }) {
        self.random = random
    }

    /// The try that was granted last did not go out.
    mutating func withdraw() {
        tries -= 1
    }

    /// The pause before the next try; `nil` when there is none.
    ///
    /// - Parameters:
    ///   - asked: what the host asked for by Retry-After: never cut short, so it must fit into what is `left`.
    mutating func pause(after problem: PreparationError, asked: Duration?, left: Duration) -> Duration? {
        guard tries < Self.mostTries, problem.code.mayPassSoon else { return nil }
        let ownPause = Self.firstPause * (1 << (tries - 1)) * (0.5 + random() / 2)
        let pause = (asked ?? .zero) + ownPause
        guard pause < left else { return nil }
        tries += 1
        return pause
    }
}

extension PreparationError.Code {
    /// Whether the same request may succeed within a second; what took its whole budget once is not given it again.
    fileprivate var mayPassSoon: Bool {
        [.fetchConnect, .fetchTimeoutConnect, .fetchStatus5xx, .fetchTruncated, .fetchHostBackedOff].contains(self)
    }
}
