package import AttachmentModel

extension StageBudgets {
    /// Generous in everything, so that a busy machine fails no test, except in what makes `code` come about.
    package static func provoking(_ code: PreparationError.Code? = nil) -> StageBudgets {
        var budgets = StageBudgets()
        budgets.fetch = .seconds(40)
        budgets.name = .seconds(30)
        budgets.connect = .seconds(30)
        budgets.firstByte = .seconds(30)
        budgets.stall = .seconds(30)
        budgets.recognize = .seconds(30)
        budgets.renderPicture = .seconds(40)
        budgets.renderMovie = .seconds(60)
        budgets.renderAudio = .seconds(60)
        budgets.renderPoster = .seconds(60)
        budgets.publish = .seconds(30)
        switch code {
        case .fetchTimeoutConnect: budgets.connect = .milliseconds(300)
        case .fetchTimeoutFirstByte: budgets.firstByte = .milliseconds(300)
        case .fetchTimeoutTotal: budgets.fetch = .milliseconds(500)
        case .fetchStalled: budgets.stall = .milliseconds(300)
        default: break
        }
        return budgets
    }
}
