internal import AttachmentModel

extension Outcome {
    /// Room for any code and the space behind it.
    static let codeWidth = (PreparationError.Code.all.map(\.text.count).max() ?? 0) + 2

    /// The verdict in one word; an inspection that did not come about has failed.
    var verdict: String {
        switch self {
        case .receipt: Verdict.Answer.attachable.rawValue
        case .inspection(let inspection): inspection.verdict.answer.rawValue
        case .problem(_, let problem): problem.blame == .media ? Verdict.Answer.refused.rawValue : "failed"
        }
    }

    /// The first reason against it.
    var code: String? {
        switch self {
        case .receipt: nil
        case .inspection(let inspection): inspection.verdict.reasons.first?.code
        case .problem(_, let problem): problem.code.text
        }
    }

    /// An inspection as one line among many: verdict, code, source, facts or what went wrong.
    func line(_ paint: Paint) -> String {
        let word = verdict.padded(to: 12)
        let mark = verdict == Verdict.Answer.attachable.rawValue ? paint.good(word) : paint.bad(word)
        return mark + (code ?? "-").padded(to: Self.codeWidth) + subject.printable + "\n"
    }

    private var subject: String {
        switch self {
        case .receipt(let receipt): "\(receipt.source.url)  \(Humane.facts(receipt.facts))"
        case .inspection(let inspection): "\(inspection.source.url)  \(Humane.facts(inspection.facts))"
        case .problem(let source, let problem): "\(source)  \(problem.message)"
        }
    }
}
