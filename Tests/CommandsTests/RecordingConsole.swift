internal import Commands
internal import Synchronization

/// A console that keeps what was written, and can pretend to be a terminal or a pipe whose reader has gone.
final class RecordingConsole: Sendable {
    private let texts = Mutex((output: "", error: ""))
    private let environment: [String: String]
    private let isTerminal: Bool
    private let outputAnswer: Console.Written

    init(environment: [String: String] = [:], isTerminal: Bool = false, outputAnswer: Console.Written = .whole) {
        self.environment = environment
        self.isTerminal = isTerminal
        self.outputAnswer = outputAnswer
    }

    var output: String { texts.withLock { $0.output } }
    var error: String { texts.withLock { $0.error } }

    var console: Console {
        Console(
            output: Console.Stream(isTerminal: isTerminal) { text in
                self.texts.withLock { $0.output += text }
                return self.outputAnswer
            },
            error: Console.Stream(isTerminal: isTerminal) { text in
                self.texts.withLock { $0.error += text }
                return .whole
            },
            environment: environment)
    }
}
