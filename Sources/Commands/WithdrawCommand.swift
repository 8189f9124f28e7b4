internal import Affix
internal import AttachmentModel
internal import Batching

/// Takes things off the shelf and keeps them off, allows them again, or lists them: `affix withdraw`.
struct WithdrawCommand {
    let settings: Settings
    let line: any PreparationLine
    let console: Console

    func run(_ words: [String]) async throws(CommandFailure) -> ExitStatus {
        var status = ExitStatus.ready
        if settings.list {
            if let word = words.first { throw .usage("--list takes no operand, but got \(word)") }
            for report in try await answer({ () throws(PreparationError) in try await line.withdrawals() }) {
                status = status.joined(with: tell(report))
            }
            return status
        }
        guard !words.contains(where: { $0.allSatisfy(\.isWhitespace) }) else {
            throw .usage("An operand is empty: name a source, a published URL or a digest")
        }
        for word in words {
            let report = try await answer { () throws(PreparationError) in
                settings.undo ? try await line.allow(word) : try await line.withdraw(word)
            }
            status = status.joined(with: tell(report))
        }
        return status
    }

    private func answer<Value>(
        _ body: () async throws(PreparationError) -> Value
    ) async throws(CommandFailure) -> Value {
        do throws(PreparationError) {
            return try await body()
        } catch {
            throw .problem(error)
        }
    }

    /// What could not be done is this machine's fault: it must be seen to.
    private func tell(_ report: WithdrawalReport) -> ExitStatus {
        let text = settings.json ? JSONLine.of(report) : Self.words(report)
        let written = console.output.write(text)
        return written == .failed || !report.troubles.isEmpty ? .machine : .ready
    }

    private static func words(_ report: WithdrawalReport) -> String {
        var rows = Rows()
        rows.add(report.asked == nil ? "since" : report.action.rawValue, report.asked ?? report.at)
        if report.sources.isEmpty, report.digests.isEmpty, report.stillWithdrawn.isEmpty {
            rows.add("", "nothing: it was not withdrawn")
        }
        if report.isKnown == false { rows.add("known", "nothing: it is blocked all the same") }
        rows.add("sources", each: report.sources)
        rows.add("digests", each: report.digests)
        rows.add(
            "blocked",
            each: report.stillWithdrawn.map { "\($0.what), withdrawn with \($0.with.joined(separator: ", "))" })
        if report.asked != nil, report.action == .withdrawn {
            rows.add("removed", "\(report.removed) files; \(report.forgotten) answers of the index")
            rows.add("urls", each: report.urls)
            if report.purged > 0 { rows.add("purged", "\(report.purged) URLs") }
        }
        rows.add("trouble", each: report.troubles)
        return rows.text()
    }
}
