internal import AttachmentModel

/// How a command ends, as its caller in a script sees it.
package enum ExitStatus: Int32, CaseIterable, Sendable {
    case ready = 0
    case refused = 1
    case usage = 2
    case mayPass = 3
    case machine = 4

    /// The status of one failure, by who must act: whoever runs this machine, nobody, or whoever has to do with the source.
    init(_ problem: PreparationError) {
        self = problem.code.needsOperator ? .machine : problem.isRetryable ? .mayPass : .refused
    }

    /// The status of one inspection.
    init(_ verdict: Verdict) {
        self = verdict.answer == .attachable ? .ready : .refused
    }

    /// The status of two sources together: the one that asks for the most attention.
    func joined(with other: ExitStatus) -> ExitStatus {
        other.urgency > urgency ? other : self
    }

    private var urgency: Int {
        switch self {
        case .ready: 0
        case .mayPass: 1
        case .refused: 2
        case .machine: 3
        case .usage: 4
        }
    }

    /// What it means, for the help texts.
    var meaning: String {
        switch self {
        case .ready:
            "everything is ready (inspect: every source is attachable as it is; batch: every item is ready or refused;\n     payload: every payload is composed, or has no fault)"
        case .refused:
            "a source was refused, because of itself or its host (inspect: it is not attachable as it is; batch: too many\n     items were refused; payload: a fault was found)"
        case .usage: "the command line is wrong"
        case .mayPass:
            "a source failed for a reason that may pass; none was refused (batch: items are left for another run)"
        case .machine: "whoever runs this machine must act: it or its configuration is at fault"
        }
    }
}
