internal import Handover

/// The operator's own program that makes a content network forget a URL.
struct PurgeCommand: Sendable {
    /// Longer than any network's interface takes to answer.
    static let timeLimit = Duration.seconds(30)

    /// The program and its arguments; `{url}` in one of them stands for the URL, which else comes last.
    let words: [String]

    /// Runs the program without a shell, blocks until it ends or is ended, and gives what went wrong.
    func run(_ url: String) -> String? {
        let arguments =
            words.contains { $0.contains("{url}") } ? words.map { $0.replacing("{url}", with: url) } : words + [url]
        switch ProgramCall(arguments).run(within: Self.timeLimit) {
        case .exit(0): return nil
        case .exit(let status): return "the purge command ended with status \(status) for \(url)"
        case .timeout: return "the purge command took too long for \(url)"
        case .failure(let words): return "the purge command cannot be run: \(words)"
        }
    }
}
