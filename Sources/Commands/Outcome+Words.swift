internal import AttachmentModel

extension Outcome {
    /// The outcome for people.
    func words(_ paint: Paint) -> String {
        switch self {
        case .receipt(let receipt): Self.words(receipt)
        case .inspection(let inspection): Self.words(inspection)
        case .problem(let source, let problem): Self.words(problem, source: source, paint)
        }
    }

    private static func words(_ receipt: Receipt) -> String {
        var rows = Rows()
        rows.add("source", receipt.source.url)
        rows.add("in", receipt.source.facts.map(Humane.facts))
        rows.add("done", receipt.steps.isEmpty ? receipt.path.words : receipt.steps.joined(separator: "; "))
        rows.add("lost", each: receipt.lost)
        rows.add("out", Humane.facts(receipt.facts))
        rows.add("warning", each: warnings(receipt.warnings, receipt.facts.warnings))
        rows.add("url", receipt.url)
        rows.add("time", receipt.timings.words)
        return rows.text()
    }

    private static func words(_ inspection: Inspection) -> String {
        var rows = Rows()
        let verdict = inspection.verdict
        rows.add("source", inspection.source.url)
        rows.add("facts", Humane.facts(inspection.facts))
        rows.add("verdict", verdict.answer.words)
        rows.add("because", each: verdict.reasons.map { "\($0.message) (\($0.code); iOS error \($0.iosError))" })
        rows.add(
            "affix", verdict.work.isEmpty ? nil : "would " + verdict.work.map(\.words).joined(separator: ", "))
        rows.add("warning", each: warnings(inspection.facts.warnings))
        rows.add("redirect", each: inspection.origin?.redirects ?? [])
        rows.add("origin", inspection.origin?.words)
        return rows.text()
    }

    /// A failure for people.
    static func words(_ problem: PreparationError, source: String?, _ paint: Paint) -> String {
        var rows = Rows()
        rows.add("source", source)
        rows.add("problem", problem.message)
        rows.add("detail", problem.detail)
        let hope = problem.isRetryable ? "may pass by itself" : "will not pass by itself"
        rows.add("code", "\(problem.code); \(problem.stage.words) failed, because of \(problem.blame.words); \(hope)")
        return rows.text { $0 == "problem" ? paint.bad($0) : $0 }
    }

    /// Each warning once, in order.
    private static func warnings(_ lists: [MediaWarning]...) -> [String] {
        var seen: Set<MediaWarning> = []
        return lists.joined().filter { seen.insert($0).inserted }.map(\.words)
    }
}

extension StageTimings {
    fileprivate var words: String {
        let stages = [("fetch", fetch), ("recognise", recognize), ("render", render), ("publish", publish)]
        let each = stages.map { "\($0.0) \(Humane.time(milliseconds: $0.1))" }.joined(separator: ", ")
        return each + "; \(Humane.time(milliseconds: total)) in all"
    }
}

extension OriginReport {
    fileprivate var words: String {
        var parts = ["status \(status)", contentType ?? "no Content-Type"]
        if let contentLength { parts.append(Humane.bytes(contentLength) + " announced") }
        parts.append("first byte after " + Humane.time(milliseconds: firstByteMilliseconds))
        return parts.joined(separator: ", ")
    }
}
