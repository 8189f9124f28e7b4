package import AttachmentModel

/// What came of one item.
package enum BatchAnswer: Sendable {
    case receipt(Receipt)
    case inspection(Inspection)
    case problem(PreparationError)

    /// How it stands in the journal, in one word.
    package var status: String {
        switch self {
        case .receipt(let receipt): receipt.status.rawValue
        case .inspection(let inspection): isMachines ? "failed" : inspection.verdict.answer.rawValue
        case .problem(let problem): isMachines || problem.isRetryable ? "failed" : "refused"
        }
    }

    /// Whether whoever runs this machine must act, after which another run may end otherwise although nobody changed the item.
    private var isMachines: Bool { code.flatMap { PreparationError.Code(text: $0) }?.needsOperator ?? false }

    /// The code of what is wrong, if something is.
    package var code: String? {
        switch self {
        case .receipt: nil
        case .inspection(let inspection):
            inspection.verdict.answer == .refused ? inspection.verdict.reasons.first?.code : nil
        case .problem(let problem): problem.code.text
        }
    }

    /// Whether this machine is at fault, so that no other item would fare better.
    ///
    /// A storage or a content network that fails for one item may well work for the next.
    package var stopsTheRun: Bool {
        guard case .problem(let problem) = self else { return false }
        return problem.code.needsOperator && [.publish, .configuration].contains(problem.stage)
            && ![.publishUnreachable, .publishProbeFailed].contains(problem.code)
    }
}
