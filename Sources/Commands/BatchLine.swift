internal import Batching

/// Where a batch stands, in one line.
struct BatchLine {
    /// Cells of the bar; with the words behind it the line fits 120 columns.
    private static let cells = 20

    let tally: BatchTally
    /// Since the run began.
    let elapsed: Duration

    /// With a bar, for a terminal.
    var drawn: String { bar.map { $0 + " " + words } ?? words }

    /// Done and to do, what came of it, how fast, how long still, and the host that hurts most.
    var words: String {
        let total = tally.total.map { " of \($0)" } ?? ""
        var parts = ["\(tally.finished)\(total) done: \(tally.statusWords)"]
        if let rate {
            parts.append("\(Humane.rate(rate))/s" + (left.map { ", \($0) left" } ?? ""))
        }
        if let worst = tally.hosts.hurting.first {
            parts.append("\(worst.name.printable) failed \(worst.host.failures) times")
        }
        return parts.joined(separator: "; ")
    }

    private var bar: String? {
        guard let total = tally.total, total > 0 else { return nil }
        let full = min(Self.cells, tally.finished * Self.cells / total)
        return "[" + String(repeating: "#", count: full) + String(repeating: "-", count: Self.cells - full) + "]"
    }

    /// Items answered each second, once there is something to go by.
    private var rate: Double? {
        let seconds = elapsed / .seconds(1)
        return seconds > 1 && tally.answered > 0 ? Double(tally.answered) / seconds : nil
    }

    private var left: String? {
        guard let rate, let total = tally.total, total > tally.finished else { return nil }
        return Humane.time(milliseconds: Double(total - tally.finished) / rate * 1_000)
    }
}

extension BatchTally {
    /// `12 ready, 3 refused, 1 failed`; verdicts by their own names.
    var statusWords: String {
        var words = statuses.filter { !["refused", "failed"].contains($0.key) }.sorted { $0.key < $1.key }
            .map { "\($0.value) \($0.key)" }
        if words.isEmpty { words = ["0 ready"] }
        return (words + ["\(refused) refused", "\(failed) failed"]).joined(separator: ", ")
    }
}
