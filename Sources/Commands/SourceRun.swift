internal import AttachmentModel
internal import Batching
internal import FlowControl

/// Works on several sources at once and prints what came of each, in the order they were given.
struct SourceRun {
    /// How outcomes are printed.
    enum Form {
        /// One JSON object on each line.
        case json
        /// A block for each; a failure goes to standard error.
        case blocks
        /// A line for each, and their number by verdict and by code.
        case lines
    }

    let command: Command
    let settings: Settings
    let form: Form
    let line: any PreparationLine
    let console: Console

    func run(_ sources: [ListedSource]) async -> ExitStatus {
        let live = LiveLine(on: console, sources: sources.count)
        return await withTaskGroup(of: (Int, Outcome).self) { group in
            var waiting = sources.enumerated().makeIterator()
            func begin() {
                guard let (index, source) = waiting.next() else { return }
                group.addTask { (index, await outcome(of: source, number: index, live)) }
            }
            for _ in 0..<settings.jobs { begin() }

            var ordered = InOrder<Outcome>()
            var status = ExitStatus.ready
            var printed = 0
            var tally = Tally()
            for await (index, outcome) in group {
                status = status.joined(with: outcome.status)
                tally.note(outcome)
                let written = live.printing(finished: index) {
                    deliver(ordered.take(outcome, number: index), after: &printed)
                }
                guard written == .whole else {
                    group.cancelAll()
                    return written == .failed ? .machine : status
                }
                begin()
            }
            if form == .lines, console.output.write(tally.words) == .failed { return .machine }
            return status
        }
    }

    private func outcome(of source: ListedSource, number: Int, _ live: LiveLine) async -> Outcome {
        do throws(PreparationError) {
            return try await source.open { (media) throws(PreparationError) in
                let request = settings.request(media)
                guard command == .inspect else {
                    var receipt = try await line.prepare(request) { live.report($0, of: number) }
                    receipt.source.url = source.shown
                    return .receipt(receipt)
                }
                var inspection = try await line.inspect(request) { live.report($0, of: number) }
                inspection.source.url = source.shown
                return .inspection(inspection)
            }
        } catch {
            return .problem(source: source.shown, error)
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

    private func deliver(_ outcome: Outcome, isFirst: Bool) -> Console.Written {
        switch form {
        case .json: return console.output.write(JSONLine.of(outcome))
        case .lines: return console.output.write(outcome.line(console.paint(for: console.output)))
        case .blocks:
            var stream = console.output
            if case .problem = outcome { stream = console.error }
            return stream.write((isFirst ? "" : "\n") + outcome.words(console.paint(for: stream)))
        }
    }
}
