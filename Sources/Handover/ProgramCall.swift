internal import CDescriptors
internal import FlowControl
internal import Glibc

/// A program of the operator's that is run to its end, without a shell.
///
/// It has this process's environment and standard error; it reads nothing, and what it prints goes nowhere.
package struct ProgramCall: Sendable {
    package enum End: Hashable, Sendable {
        /// It ended with this status; by a signal, with 128 more than its number, as shells say it.
        case exit(Int32)
        case timeout
        /// It could not be started, in words.
        case failure(String)
    }

    private let arguments: [String]

    /// - Parameter arguments: the program, looked for in PATH unless it has a slash, and what it is given.
    package init(_ arguments: [String]) {
        self.arguments = arguments
    }

    /// Runs it, and blocks until it ends.
    ///
    /// When the time is up it is ended, with whatever it has started itself.
    package func run(within limit: Duration) -> End {
        guard let program = arguments.first, !arguments.contains(where: { $0.contains("\0") }) else {
            return .failure("no program is named")
        }
        var texts = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { unsafe texts.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let result = unsafe affix_start(&process, &texts)
        guard result == 0 else { return .failure(program + ": " + (unsafe String(cString: strerror(result)))) }
        var status: Int32 = 0
        let hasEnded = unsafe affix_await(process, Deadline(in: limit).pollMilliseconds(), &status) == 0
        if !hasEnded {
            kill(-process, SIGKILL)
            _ = unsafe waitpid(process, &status, 0)
            return .timeout
        }
        return .exit(status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F))
    }
}
