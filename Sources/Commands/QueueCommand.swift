internal import AttachmentModel
internal import Batching
internal import Fleet

/// Shows the queue of a fleet, puts dead jobs back, or takes everything out: `affix queue`.
struct QueueCommand {
    /// What is to be done.
    enum Action: Hashable, Sendable {
        case show
        /// `nil` for all of them.
        case redrive(Set<UInt64>?)
        case purge

        init(_ words: [String]) throws(CommandFailure) {
            switch words.first {
            case nil: self = .show
            case "purge" where words.count == 1: self = .purge
            case "redrive":
                let numbers = words.dropFirst().map { UInt64($0) }
                if let wrong = zip(words.dropFirst(), numbers).first(where: { $0.1 == nil }) {
                    throw .usage("\(wrong.0) is not the number of a dead job; affix queue shows them")
                }
                self = .redrive(numbers.isEmpty ? nil : Set(numbers.compactMap { $0 }))
            default:
                throw .usage("affix queue does redrive or purge, not \(words.joined(separator: " "))")
            }
        }
    }

    /// Dead jobs that are shown to people; JSON has all of them.
    private static let mostShown = 20

    let settings: Settings
    let console: Console

    /// - Parameter words: what is to be done, as it stood on the command line.
    func run(_ words: [String]) async throws(CommandFailure) -> ExitStatus {
        let action = try Action(words)
        let queue = try await settings.openQueue(makesStreams: false)
        let desk = try await Settings.blocking { () throws(PreparationError) in try QueueDesk(queue) }
        let json = settings.json
        switch action {
        case .show:
            let (report, dead) = try await Settings.blocking { () throws(PreparationError) in
                var dead: [(number: UInt64, letter: DeadLetter)] = []
                let report = try desk.report()
                try desk.forEachDeadLetter { number, letter in
                    if json || dead.count < Self.mostShown { dead.append((number, letter)) }
                }
                return (report, dead)
            }
            return end(json ? self.json(report, dead) : self.words(report, dead))
        case .redrive(let numbers):
            let redriven = try await Settings.blocking { () throws(PreparationError) in try desk.redrive(numbers) }
            let status = end(json ? JSONLine.of(["redriven": redriven.count]) : Self.words(redriven: redriven.count))
            let missing = (numbers ?? []).subtracting(redriven).sorted().map { String($0) }
            guard missing.isEmpty else {
                throw .usage("There is no dead job \(missing.joined(separator: ", ")); affix queue shows them")
            }
            return status
        case .purge:
            let count = try await Settings.blocking { () throws(PreparationError) in try desk.purge() }
            return end(json ? JSONLine.of(["purged": count]) : "\(count) messages were taken out\n")
        }
    }

    private static func words(redriven count: Int) -> String {
        let jobs = "\(count) dead jobs were put back"
        return count == 0 ? jobs + "\n" : jobs + "; the same batch again fetches their answers, within a week\n"
    }

    private func end(_ text: String) -> ExitStatus { console.output.write(text) == .failed ? .machine : .ready }

    private func words(_ report: QueueReport, _ dead: [(number: UInt64, letter: DeadLetter)]) -> String {
        var rows = Rows()
        rows.add("queue", "\(settings.queue.layout.name) at \(settings.queue.address?.redacted ?? "")")
        rows.add("waiting", "\(report.pending) jobs")
        rows.add("running", "\(report.inWork) jobs, of which \(report.redelivered) were given out before")
        rows.add("machines", "\(report.waiting) requests for jobs")
        rows.add("answers", "\(report.results) that no list has fetched")
        rows.add("dead", "\(report.dead) jobs")
        rows.add("size", Humane.bytes(report.bytes))
        let lines = dead.map { number, letter in
            "  \(number)  \(letter.problem?.code.text ?? "no answer")  \(letter.source.printable)\n"
        }
        let more = report.dead > dead.count ? "  and others; --json shows all of them\n" : ""
        return rows.text() + lines.joined() + more
    }

    /// How the queue stands on one line, and each dead job on one of its own.
    private func json(_ report: QueueReport, _ dead: [(number: UInt64, letter: DeadLetter)]) -> String {
        let state = State(
            queue: settings.queue.layout.name, waiting: report.pending, running: report.inWork,
            redelivered: report.redelivered, requests: report.waiting, answers: report.results, dead: report.dead,
            bytes: report.bytes)
        return JSONLine.of(state)
            + dead.map { number, letter in
                JSONLine.of(
                    Grave(
                        dead: number, source: letter.source, run: letter.run, tries: letter.tries,
                        problem: letter.problem))
            }.joined()
    }

    private struct State: Encodable {
        let queue: String
        let waiting: Int
        let running: Int
        let redelivered: Int
        let requests: Int
        let answers: Int
        let dead: Int
        let bytes: Int
    }

    private struct Grave: Encodable {
        let dead: UInt64
        let source: String
        let run: String
        let tries: Int
        let problem: PreparationError?
    }
}
