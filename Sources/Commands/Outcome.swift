internal import AttachmentModel

/// What came of one source.
enum Outcome: Sendable {
    case receipt(Receipt)
    case inspection(Inspection)
    case problem(source: String, PreparationError)

    var status: ExitStatus {
        switch self {
        case .receipt: .ready
        case .inspection(let inspection): ExitStatus(inspection.verdict)
        case .problem(_, let problem): ExitStatus(problem)
        }
    }
}
