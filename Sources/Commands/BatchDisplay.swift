internal import AttachmentModel
internal import Batching
internal import Synchronization

/// Tells on standard error how a batch goes: a line redrawn in place on a terminal, else a line now and then.
final class BatchDisplay: Sendable {
    private struct State {
        var isShown = false
        var lastTold: ContinuousClock.Instant
        var badLines = 0
    }

    /// How often a line goes to a log; a mail from cron should not drown in them.
    private static let interval = Duration.seconds(30)
    /// Bad lines that are told one by one; all of them stand in the journal.
    private static let mostBadLines = 20

    private let console: Console
    private let start: ContinuousClock.Instant
    private let state: Mutex<State>

    init(on console: Console, at start: ContinuousClock.Instant = .now) {
        self.console = console
        self.start = start
        state = Mutex(State(lastTold: start))
    }

    func take(_ notice: Batch.Notice, at now: ContinuousClock.Instant = .now) {
        state.withLock { state in
            switch notice {
            case .tally(let tally): tell(tally, at: now, &state)
            case .remark(let text): write(text, &state)
            case .written: break
            case .badLine(let entry, let problem):
                state.badLines += 1
                if state.badLines <= Self.mostBadLines { write("\(entry.place): \(problem.message)", &state) }
                if state.badLines == Self.mostBadLines { write("Further bad lines stand in the journal only.", &state) }
            }
        }
    }

    /// Takes the line away, so that something else can be printed.
    func end() {
        state.withLock { clear(&$0) }
    }

    private func tell(_ tally: BatchTally, at now: ContinuousClock.Instant, _ state: inout State) {
        let line = BatchLine(tally: tally, elapsed: start.duration(to: now))
        if console.canRedraw(console.error) {
            _ = console.error.write("\r" + line.drawn + "\u{1B}[K")
            state.isShown = true
        } else if state.lastTold.duration(to: now) >= Self.interval {
            state.lastTold = now
            _ = console.error.write(line.words + "\n")
        }
    }

    private func write(_ text: String, _ state: inout State) {
        clear(&state)
        _ = console.error.write(text.printable + "\n")
    }

    private func clear(_ state: inout State) {
        guard state.isShown else { return }
        _ = console.error.write("\r\u{1B}[K")
        state.isShown = false
    }
}
