internal import Batching

extension ExitStatus {
    /// The status of a batch.
    ///
    /// Refused items alone do not make a run fail unless there are more than the operator allows: a nightly list that is
    /// always red is soon not looked at.
    ///
    /// - Parameter refusedLimit: percent of the items that may be refused.
    init(_ end: BatchEnd, refusedLimit: Double) {
        switch end.stop {
        case .machine: self = .machine
        case .failures: self = .refused
        case .timeLimit, .asked, nil:
            if end.tally.refusedShare * 100 > refusedLimit {
                self = .refused
            } else {
                self = end.tally.failed > 0 || end.stop != nil ? .mayPass : .ready
            }
        }
    }
}
