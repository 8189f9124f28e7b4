/// The one argument of a worker program, as in `2` or `2 unlocked`.
package struct WorkerArgument: Hashable, Sendable {
    /// Threads for one picture.
    package let threads: Int
    /// Whether the worker locks itself down; only an operator turns that off.
    package let isLocked: Bool

    package init(threads: Int, isLocked: Bool = true) {
        self.threads = threads
        self.isLocked = isLocked
    }

    /// Reads it back; anything that is not exactly an argument of ours is none.
    package init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard let threads = words.first.flatMap({ Int($0) }), words.count == 1 || words.dropFirst() == ["unlocked"]
        else { return nil }
        self.init(threads: threads, isLocked: words.count == 1)
    }

    package var text: String { isLocked ? "\(threads)" : "\(threads) unlocked" }
}
