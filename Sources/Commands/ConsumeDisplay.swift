internal import Fleet
internal import Synchronization

/// Tells on standard error how a machine of a fleet fares: what is remarkable at once, the counts now and then.
final class ConsumeDisplay: Sendable {
    private struct State {
        var lastTold: ContinuousClock.Instant
        var last = ConsumerTally()
    }

    /// How often the counts go to a log, if there is anything new.
    private static let interval = Duration.seconds(30)

    private let console: Console
    private let state: Mutex<State>

    init(on console: Console, at start: ContinuousClock.Instant = .now) {
        self.console = console
        state = Mutex(State(lastTold: start))
    }

    func take(_ notice: ConsumerRun.Notice, at now: ContinuousClock.Instant = .now) {
        switch notice {
        case .remark(let text): write(text)
        case .tally(let tally):
            let isDue = state.withLock { state in
                guard state.lastTold.duration(to: now) >= Self.interval, tally != state.last else { return false }
                (state.lastTold, state.last) = (now, tally)
                return true
            }
            if isDue { write(tally.words) }
        }
    }

    private func write(_ text: String) { _ = console.error.write(text.printable + "\n") }
}

extension ConsumerTally {
    /// `12 ready, 3 refused; 1 put back; 1 dead`.
    var words: String {
        let counts = statuses.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        var parts = ["\(answered) jobs" + (counts.isEmpty ? "" : ": " + counts)]
        if putBack > 0 { parts.append("\(putBack) put back") }
        if buried > 0 { parts.append("\(buried) dead") }
        return parts.joined(separator: "; ")
    }
}
