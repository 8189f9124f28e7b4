internal import AttachmentModel
internal import Push

/// What was found out about one payload.
struct CheckedPayload {
    /// File and line.
    let name: String
    private let report: PayloadLinter.Report
    private var faults: [PayloadFault]
    /// What kept media from being judged; it says nothing about the payload.
    private var problems: [(media: PayloadLinter.MediaAddress, problem: PreparationError)] = []
    private(set) var status: ExitStatus

    init(name: String, report: PayloadLinter.Report) {
        self.name = name
        self.report = report
        faults = report.faults
        status = report.faults.isEmpty ? .ready : .refused
    }

    /// Takes what came of looking at a media URL.
    mutating func note(_ outcome: Result<Inspection, PreparationError>, of media: PayloadLinter.MediaAddress) {
        switch outcome {
        case .success(let inspection): note(inspection, of: media)
        case .failure(let problem): note(problem, of: media)
        }
    }

    private mutating func note(_ inspection: Inspection, of media: PayloadLinter.MediaAddress) {
        let kind = inspection.facts.kind
        if inspection.facts.warnings.contains(.extensionDisagrees) {
            faults.append(
                PayloadFault(
                    .extensionLies, media: media,
                    "The URL's extension says something else than the bytes, \(kind.words)"))
        }
        if inspection.verdict.answer != .attachable {
            let reason = inspection.verdict.reasons.first.map { "\($0.code): \($0.message)" } ?? kind.words
            faults.append(PayloadFault(.mediaNotShown, media: media, "iOS does not show the file (\(reason))"))
        }
        if !faults.isEmpty { status = status.joined(with: .refused) }
    }

    /// Takes why a media URL could not be judged: what will not pass is the payload's fault.
    private mutating func note(_ problem: PreparationError, of media: PayloadLinter.MediaAddress) {
        let cause = ExitStatus(problem)
        status = status.joined(with: cause)
        guard cause == .refused else { return problems.append((media, problem)) }
        let rule: PayloadFault.Rule =
            problem.stage == .fetch || problem.stage == .source ? .mediaUnreachable : .mediaNotShown
        // A cure follows, and brings the full stop.
        let message = problem.message.hasSuffix(".") ? problem.message.dropLast() : problem.message[...]
        faults.append(PayloadFault(rule, media: media, "\(problem.code): \(message)"))
    }

    func words(_ paint: Paint) -> String {
        var rows = Rows()
        let count = faults.count == 1 ? "1 fault" : "\(faults.count) faults"
        rows.add("payload", name)
        rows.add("size", "\(report.size) of \(report.limit) bytes")
        rows.add("media", each: report.media.map { "\($0.place)  \($0.url)" })
        rows.add("verdict", faults.isEmpty ? "clean" : count)
        for fault in faults {
            let place = fault.place.tokens.isEmpty ? "all of it" : fault.place.description
            rows.add("fault", "\(place)  \(fault.rule.rawValue): \(fault.message). \(fault.rule.cure).")
        }
        for (media, problem) in problems { rows.add("open", "\(media.place)  \(problem.code): \(problem.message)") }
        return rows.text { $0 == "fault" ? paint.bad($0) : $0 }
    }

    var json: String {
        let address = { (media: PayloadLinter.MediaAddress) in
            JSONValue.object([.init("pointer", .string(media.place.description)), .init("url", .string(media.url))])
        }
        return JSONValue.object([
            .init("payload", .string(name)), .init("bytes", .integer(report.size)),
            .init("limit", .integer(report.limit)),
            .init("media", .array(report.media.map(address))),
            .init("faults", .array(faults.map(Self.json))),
            .init(
                "open",
                .array(
                    problems.map { media, problem in
                        .object([
                            .init("pointer", .string(media.place.description)),
                            .init("code", .string(problem.code.text)), .init("message", .string(problem.message)),
                        ])
                    })),
        ]).json
    }

    private static func json(_ fault: PayloadFault) -> JSONValue {
        .object([
            .init("code", .string(fault.rule.rawValue)), .init("pointer", .string(fault.place.description)),
            .init("message", .string(fault.message)), .init("cure", .string(fault.rule.cure)),
        ])
    }
}
