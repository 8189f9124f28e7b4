package import AttachmentModel

/// How a run ended.
package struct BatchEnd: Sendable {
    /// Why a run stopped before its manifests did.
    package enum Stop: Hashable, Sendable {
        case timeLimit
        case failures(Int)
        /// This machine is at fault: no other item would fare better.
        case machine(PreparationError)
    }

    package let tally: BatchTally
    /// `nil` when every item was looked at.
    package let stop: Stop?
    package let duration: Duration

    package init(tally: BatchTally, stop: Stop?, duration: Duration) {
        self.tally = tally
        self.stop = stop
        self.duration = duration
    }
}
