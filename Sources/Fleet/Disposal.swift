internal import AttachmentModel
internal import Batching

/// What becomes of a job after it was tried.
enum Disposal: Hashable, Sendable {
    /// Its answer is the result.
    case finish
    /// It goes back into the queue, not to be tried before a pause is over.
    case again(after: Duration)
    /// It was tried in vain too often: its answer is the result, and a copy stays with the dead.
    case bury

    /// The longest pause before another try; a host may ask for less, but not for more.
    private static let longestPause = Duration.seconds(600)

    /// - Parameters:
    ///   - tries: how often it has been tried, this time included.
    ///   - bound: how often it may be.
    init(_ answer: BatchAnswer, tries: Int, bound: Int) {
        guard case .problem(let problem) = answer, answer.status == "failed" else {
            self = .finish
            return
        }
        guard tries < bound else {
            self = .bury
            return
        }
        // 1, 2, 4 … s: what passes at all mostly passes soon.
        let pause = Duration.seconds(1 << min(max(0, tries - 1), 6))
        self = .again(after: min(max(pause, problem.retryAfter ?? .zero), Self.longestPause))
    }
}
