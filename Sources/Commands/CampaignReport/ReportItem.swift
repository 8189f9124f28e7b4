internal import AttachmentModel
internal import Batching

/// One item of a journal as a report tells about it.
struct ReportItem {
    /// Where an item stands in a report.
    enum Group: String, CaseIterable {
        /// Refused: nothing will be shown, and somebody has to do something about it.
        case refused
        /// Failed for a reason that may pass.
        case failed
        /// Published, with something that a person should look at.
        case remarked
        /// Published, and as it should be.
        case ready
        /// Only judged: it must be prepared before it is sent.
        case needsWork
        /// Only judged: it could be sent as it is.
        case attachable
    }

    /// The smallest width that push vendors recommend for a picture; a phone blows a smaller one up.
    private static let leastWidth = 300

    let line: JournalLine

    var group: Group {
        switch line.answer {
        case .receipt: remarks.isEmpty ? .ready : .remarked
        case .inspection(let inspection):
            switch inspection.verdict.answer {
            case .attachable: .attachable
            case .needsWork: .needsWork
            case .refused: refusal
            }
        case .problem: refusal
        }
    }

    /// Whether the next run may come to something else.
    private var refusal: Group { line.answer.status == "failed" ? .failed : .refused }

    /// The source as it may be shown.
    var source: String {
        switch line.answer {
        case .receipt(let receipt): receipt.source.url
        case .inspection(let inspection): inspection.source.url
        case .problem: line.source ?? "unknown"
        }
    }

    /// The host that was asked; `nil` when none was.
    var host: String? { MediaSource(source).host }

    /// The caller's own name for it; `nil` when it has none but a digest.
    var id: String? {
        var id = line.id
        if case .receipt(let receipt) = line.answer { id = receipt.id }
        return id.flatMap { Fingerprint(text: $0) == nil ? $0 : nil }
    }

    /// What a person calls it: the last part of its source.
    var name: String {
        let path = source.prefix { $0 != "?" }
        let last = path.split(separator: "/").last.map(String.init)
        return last ?? source
    }

    /// What somebody should know who sends it.
    var remarks: [String] {
        guard case .receipt(let receipt) = line.answer else { return [] }
        // What a host or a name said wrong about the source is put right by now, and a missing address is said once.
        let settled: Set<MediaWarning> = [.extensionDisagrees, .typeDisagrees, .notPublic]
        var remarks = receipt.lost
        for warning in receipt.warnings where !settled.contains(warning) {
            remarks.append(warning.words(of: receipt.facts.mediaClass))
        }
        if receipt.facts.mediaClass == .image, let width = receipt.facts.width, width < Self.leastWidth {
            remarks.append("only \(width) pixels wide: a phone blows it up")
        }
        return remarks
    }

    /// A message without the advice at its end, which a report gives once for all items with the same code.
    private static func happening(_ message: String, _ code: PreparationError.Code) -> String {
        let advice = " \(code.advice)."
        return message.hasSuffix(advice) ? String(message.dropLast(advice.count)) : message
    }

    /// The code of what is wrong, its own words and whatever else is known.
    var problem: (code: String, message: String, detail: String?)? {
        switch line.answer {
        case .problem(let problem): (problem.code.text, Self.happening(problem.message, problem.code), problem.detail)
        case .inspection(let inspection) where inspection.verdict.answer == .refused:
            inspection.verdict.reasons.first.map { reason in
                let code = PreparationError.Code(text: reason.code)
                return (reason.code, code.map { Self.happening(reason.message, $0) } ?? reason.message, nil)
            }
        default: nil
        }
    }
}
