public import AttachmentModel

/// How a run ended.
public struct BatchEnd: Sendable {
    /// Why a run stopped before its manifests did.
    public enum Stop: Hashable, Sendable {
        /// Its time was up.
        case timeLimit
        /// Somebody asked for it, by a signal or by cancelling the task.
        case asked
        /// So many items were refused or failed.
        case failures(Int)
        /// This machine is at fault: no other item would fare better.
        case machine(PreparationError)
    }

    /// What it has come to.
    public let tally: BatchTally
    /// `nil` when every item was looked at.
    public let stop: Stop?
    /// How long it took.
    public let duration: Duration

    package init(tally: BatchTally, stop: Stop?, duration: Duration) {
        self.tally = tally
        self.stop = stop
        self.duration = duration
    }
}
