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
        rows.add("warning", each: warnings(receipt.facts.mediaClass, receipt.warnings, receipt.facts.warnings))
        rows.add("phones", DeviceWindow(bytes: receipt.bytes).words)
        rows.add("url", receipt.url)
        for variant in receipt.variants { rows.add(variant.name, variant.words) }
        rows.add("time", receipt.timings.words)
        return rows.text()
    }

    /// Everything a support engineer may ask for, fit to be pasted into a ticket.
    private static func words(_ inspection: Inspection) -> String {
        var rows = Rows()
        let (facts, verdict, origin) = (inspection.facts, inspection.verdict, inspection.origin)
        rows.add("source", inspection.source.url)
        rows.add("sha256", inspection.source.digest)
        rows.add("facts", Humane.facts(facts))
        rows.add("type", "\(facts.kind.mime), \(facts.kind.uti), .\(facts.kind.fileExtension)")
        rows.add("traits", facts.traits.isEmpty ? nil : facts.traits.map(\.rawValue).sorted().joined(separator: ", "))
        rows.add(
            "read",
            origin?.fetchedBytes.map {
                "\(Humane.bytes($0)) of it, enough for its structure; the rest stayed with its host"
            })
        rows.add("verdict", "\(verdict.answer.rawValue): \(verdict.words)")
        rows.add("because", each: verdict.reasons.map(\.words))
        if verdict.answer == .attachable { rows.add("phones", DeviceWindow(bytes: facts.bytes).words) }
        rows.add("affix", verdict.workInWords)
        rows.add("warning", each: warnings(facts.mediaClass, facts.warnings))
        rows.add("redirect", each: origin?.redirects ?? [])
        rows.add("origin", origin?.words)
        rows.add("header", each: origin?.headers ?? [])
        rows.add("hurts", each: origin?.warnings.map(\.words) ?? [])
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
    private static func warnings(_ mediaClass: MediaClass, _ lists: [MediaWarning]...) -> [String] {
        var seen: Set<MediaWarning> = []
        return lists.joined().filter { seen.insert($0).inserted }.map { $0.words(of: mediaClass) }
    }
}

extension Verdict {
    /// What is done under the profile, or what it would take.
    fileprivate var workInWords: String? {
        guard !work.isEmpty else { return nil }
        return (answer == .refused ? "would have to " : "would ") + work.map(\.words).joined(separator: ", ")
    }
}

extension Verdict.Reason {
    fileprivate var words: String {
        "\(message) (\(code)" + (iosError.map { "; iOS error \($0)" } ?? "") + ")"
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

    /// The other headers that matter, as they were sent.
    fileprivate var headers: [String] {
        let values = [
            ("Content-Encoding", contentEncoding), ("Content-Disposition", contentDisposition),
            ("Cache-Control", cacheControl), ("ETag", etag), ("Last-Modified", lastModified),
        ]
        return values.compactMap { name, value in value.map { "\(name): \($0)" } }
    }
}
