internal import AttachmentModel
internal import FlowControl

extension LinkFetch {
    /// The problem with what a person needs to place it.
    func explained(_ problem: PreparationError) -> PreparationError {
        // Whichever budget ran out first, once the whole time is up that is the reason.
        if problem.code.isTimeBudget, end.hasPassed() {
            return deadline.hasPassed()
                ? PreparationError(.deadline, detail: problem.code.text, stage: .fetch)
                : PreparationError(.fetchTimeoutTotal, detail: problem.code.text)
        }
        var problem = problem
        if retries.tries > 1 { problem = problem.noting("tried \(retries.tries) times") }
        if walk.links.count > 1 { problem = problem.noting("a redirect from \(walk.links[0].host) led there") }
        return problem
    }
}

extension PreparationError.Code {
    /// Whether it says that one of the budgets of a fetch was used up.
    fileprivate var isTimeBudget: Bool {
        [.fetchTimeoutName, .fetchTimeoutConnect, .fetchTimeoutFirstByte, .fetchTimeoutTotal, .fetchStalled]
            .contains(self)
    }
}
