internal import AttachmentModel
internal import Batching

extension ExitStatus {
    /// The status of a batch: the worst of its items', as anywhere else, but for those that were refused.
    ///
    /// Refused items alone do not make a run fail unless there are more than the operator allows: a nightly list that is
    /// always red is soon not looked at.
    ///
    /// - Parameter refusedLimit: percent of the items that may be refused.
    init(_ end: BatchEnd, refusedLimit: Double) {
        let tally = end.tally
        var status: ExitStatus = tally.failed > 0 || end.stop != nil ? .mayPass : .ready
        if tally.refusedShare * 100 > refusedLimit { status = .refused }
        switch end.stop {
        case .failures: status = .refused
        case .machine: status = .machine
        case .timeLimit, .asked, nil: break
        }
        // What passes by itself is for the next run, whosever fault it is.
        let needsOperator = tally.codes.keys.contains { text in
            PreparationError.Code(text: text).map { $0.needsOperator && !$0.isRetryable } ?? false
        }
        self = needsOperator ? .machine : status
    }
}
