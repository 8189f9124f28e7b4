internal import AttachmentModel
internal import Batching

/// How a batch ended, for people and for programs.
struct BatchReport {
    /// Hosts that are named; more would hide the worst.
    private static let mostHosts = 10

    let end: BatchEnd
    let status: ExitStatus

    /// The counts, then the codes with the most frequent first, then the hosts that hurt and those that were slow.
    var words: String {
        let tally = end.tally
        var lines = ["\(tally.answered) items: \(tally.statusWords)" + asides]
        if let stop = end.stop { lines.append(stop.words) }
        let width = String(tally.codes.values.max() ?? 0).count
        for (code, count) in tally.codes.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            let meaning = PreparationError.Code(text: code)?.meaning ?? ""
            lines.append("  \("\(count)".leading(to: width))  \(code.padded(to: Outcome.codeWidth))\(meaning)")
        }
        lines += hosts("hosts that failed", tally.hosts.hurting) { "\($0.failures) of \($0.answered)" }
        lines += hosts("slowest hosts", tally.hosts.slowest) {
            "\(Humane.time(milliseconds: $0.meanMilliseconds)) for each of \($0.answered)"
        }
        let seconds = end.duration / .seconds(1)
        let rate = seconds > 0 ? ", \(Humane.rate(Double(tally.answered) / seconds)) items/s" : ""
        lines.append("in \(Humane.time(milliseconds: seconds * 1_000))\(rate)")
        return lines.joined(separator: "\n") + "\n"
    }

    private var asides: String {
        let tally = end.tally
        var words = ""
        if tally.remembered > 0 { words += "; \(tally.remembered) had not changed" }
        if tally.skipped > 0 { words += "; \(tally.skipped) were done before" }
        if tally.repeated > 0 { words += "; \(tally.repeated) stood there twice" }
        if tally.badLines > 0 { words += "; \(tally.badLines) lines were bad" }
        return words
    }

    private func hosts(
        _ title: String, _ hosts: [(name: String, host: HostTally.Host)], _ words: (HostTally.Host) -> String
    ) -> [String] {
        guard !hosts.isEmpty else { return [] }
        return [title + ":"] + hosts.prefix(Self.mostHosts).map { "  \($0.name.printable)  \(words($0.host))" }
    }

    /// The same as one object on one line.
    var json: String {
        let tally = end.tally
        var names: Set<String> = []
        let hosts = (tally.hosts.hurting.prefix(Self.mostHosts) + tally.hosts.slowest.prefix(Self.mostHosts))
            .filter { names.insert($0.name).inserted }
        var problem: PreparationError?
        if case .machine(let reason) = end.stop { problem = reason }
        return JSONLine.of(
            Summary(
                read: tally.read, answered: tally.answered, remembered: tally.remembered, skipped: tally.skipped,
                repeated: tally.repeated,
                badLines: tally.badLines, statuses: tally.statuses, codes: tally.codes,
                hosts: hosts.map { name, host in
                    Summary.Host(
                        host: name, answered: host.answered, failures: host.failures,
                        meanMilliseconds: host.meanMilliseconds.rounded())
                },
                seconds: (end.duration / .milliseconds(1)).rounded() / 1_000, stopped: end.stop?.name, problem: problem,
                exitStatus: Int(status.rawValue)))
    }

    private struct Summary: Encodable {
        struct Host: Encodable {
            let host: String
            let answered: Int
            let failures: Int
            let meanMilliseconds: Double

            private enum CodingKeys: String, CodingKey {
                case host, answered, failures, meanMilliseconds = "mean_ms"
            }
        }

        let read: Int
        let answered: Int
        let remembered: Int
        let skipped: Int
        let repeated: Int
        let badLines: Int
        let statuses: [String: Int]
        let codes: [String: Int]
        let hosts: [Host]
        let seconds: Double
        let stopped: String?
        let problem: PreparationError?
        let exitStatus: Int

        private enum CodingKeys: String, CodingKey {
            case read, answered, remembered, skipped, repeated, badLines = "bad_lines", statuses, codes, hosts, seconds,
                stopped
            case problem, exitStatus = "exit_status"
        }
    }
}

extension BatchEnd.Stop {
    fileprivate var name: String {
        switch self {
        case .timeLimit: "time-limit"
        case .asked: "asked"
        case .failures: "failures"
        case .machine: "machine"
        }
    }

    fileprivate var words: String {
        switch self {
        case .timeLimit: "stopped at the time limit; the same command does the rest"
        case .asked: "stopped as asked; the same command does the rest"
        case .failures(let count): "stopped after \(count) failures"
        case .machine(let problem): "stopped, because no item would fare better: \(problem.message)"
        }
    }
}

extension String {
    /// The text behind spaces up to `width`.
    fileprivate func leading(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }
}
