internal import AttachmentModel

/// Works on several sources at once and prints what came of each, in the order they were given.
struct SourceRun {
    let command: Command
    let settings: Settings
    let line: any PreparationLine
    let console: Console

    func run(_ sources: [String]) async -> ExitStatus {
        let live = LiveLine(on: console, sources: sources.count)
        return await withTaskGroup(of: (Int, Outcome).self) { group in
            var waiting = sources.enumerated().makeIterator()
            func begin() {
                guard let (index, source) = waiting.next() else { return }
                group.addTask { (index, await outcome(of: source, number: index, live)) }
            }
            for _ in 0..<settings.jobs { begin() }

            var ordered = OrderedOutcomes()
            var status = ExitStatus.ready
            var printed = 0
            for await (index, outcome) in group {
                status = status.joined(with: outcome.status)
                let written = live.printing(finished: index) {
                    deliver(ordered.take(outcome, of: index), after: &printed)
                }
                guard written == .whole else {
                    group.cancelAll()
                    return written == .failed ? .machine : status
                }
                begin()
            }
            return status
        }
    }

    private func outcome(of source: String, number: Int, _ live: LiveLine) async -> Outcome {
        let request = settings.request(source)
        do throws(PreparationError) {
            if command == .inspect {
                return .inspection(try await line.inspect(request) { live.report($0, of: number) })
            }
            return .receipt(try await line.prepare(request) { live.report($0, of: number) })
        } catch {
            return .problem(source: request.source.redacted, error)
        }
    }

    private func deliver(_ outcomes: [Outcome], after printed: inout Int) -> Console.Written {
        for outcome in outcomes {
            let written = deliver(outcome, isFirst: printed == 0)
            printed += 1
            if written != .whole { return written }
        }
        return .whole
    }

    /// JSON and receipts go to standard output; a failure in words goes to standard error.
    private func deliver(_ outcome: Outcome, isFirst: Bool) -> Console.Written {
        if settings.json { return console.output.write(JSONLine.of(outcome)) }
        var stream = console.output
        if case .problem = outcome { stream = console.error }
        return stream.write((isFirst ? "" : "\n") + outcome.words(console.paint(for: stream)))
    }
}
