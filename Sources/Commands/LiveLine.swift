internal import Affix
internal import Synchronization

/// The line on a terminal that tells what is going on, redrawn in place and gone before anything else is printed.
final class LiveLine: Sendable {
    private let state: Mutex<LiveLineState>
    private let console: Console
    private let isOn: Bool

    init(on console: Console, sources: Int) {
        self.console = console
        isOn = console.canRedraw(console.error)
        state = Mutex(LiveLineState(sources: sources))
    }

    /// Takes a progress report; called on any thread.
    func report(_ progress: Progress, of source: Int) {
        guard isOn else { return }
        state.withLock { state in
            if let text = state.report(progress, of: source, at: .now) { draw(text) }
        }
    }

    /// Prints while the line is out of the way.
    func printing<Result>(finished source: Int? = nil, _ print: () -> Result) -> Result {
        guard isOn else { return print() }
        return state.withLock { state in
            if state.erase() { draw("") }
            if let source { state.finish(source) }
            return print()
        }
    }

    /// Goes to the start of the line, writes, and clears what an earlier, longer text left behind.
    private func draw(_ text: String) {
        _ = console.error.write("\r" + text + "\u{1B}[K")
    }
}
