internal import Glibc
internal import Synchronization

/// SIGTERM, SIGINT and SIGHUP as wishes: the first one asks the work to end cleanly, whatever comes later ends the process.
///
/// A terminal that is closed may send SIGHUP twice, once by the system and once by its shell, and means one wish.
///
/// A command that cannot end cleanly makes no difference: without a request the first signal ends the process at once,
/// as if nobody had listened.
package final class StopSignals: Sendable {
    private let request = Mutex<StopRequest?>(nil)
    private let end: @Sendable (Int32) -> Void

    /// - Parameter end: what a signal does that nobody turns into a wish; by default it ends the process as it always did.
    package init(end: @escaping @Sendable (Int32) -> Void = StopSignals.die) {
        self.end = end
    }

    /// Catches these signals from here on; they do what `take` says, on a thread of its own.
    ///
    /// A mask with `sigwait` would not do: the runtime parks the first thread in `sigsuspend`, which takes all signals.
    /// So there is a handler, which only writes a byte into a pipe. It is there when this returns, and no signal is lost.
    /// Signals that the process was told to ignore, such as SIGINT behind a shell's `&` and SIGHUP behind `nohup`, stay ignored.
    package static func caught() -> StopSignals {
        let signals = StopSignals()
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return signals }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let far = ends[0]
        line.store(ends[1], ordering: .sequentiallyConsistent)
        let hasThread = OwnThread.start {
            var number: UInt8 = 0
            while true {
                let count = unsafe read(far, &number, 1)
                if count < 0, errno == EINTR { continue }
                guard count == 1 else { return }
                signals.take(Int32(number))
            }
        }
        // Without a thread that hears of them, signals must do what they always do.
        guard hasThread else { return signals }
        for number in [SIGTERM, SIGINT, SIGHUP] where !isIgnored(number) { install(note, for: number) }
        return signals
    }

    /// Where the handler writes; touched before it is installed, so that it finds it made.
    private static let line = Atomic<Int32>(-1)

    /// Does nothing that a handler must not do: it may have come between any two instructions.
    private static let note: @convention(c) (Int32) -> Void = { number in
        let kept = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = unsafe write(StopSignals.line.load(ordering: .sequentiallyConsistent), &byte, 1)
        errno = kept
    }

    private static func install(_ handler: @escaping @convention(c) (Int32) -> Void, for number: Int32) {
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = handler
        action.sa_flags = SA_RESTART
        unsafe sigaction(number, &action, nil)
    }

    /// Lends a request that the first signal makes while the body runs.
    package func turned<Value, Failure: Error>(
        into request: StopRequest, _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        self.request.withLock { $0 = request }
        defer { self.request.withLock { $0 = nil } }
        return try await body()
    }

    /// What is done about a signal that has come.
    package func take(_ signal: Int32) {
        let request = request.withLock { $0 }
        if request?.make() == true || signal == SIGHUP && request?.isMade == true { return }
        end(signal)
    }

    /// Ends the process by the signal itself, so that whoever waits for it sees why it ended.
    package static let die: @Sendable (Int32) -> Void = { number in
        signal(number, SIG_DFL)
        kill(getpid(), number)
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(number, nil, &action) == 0 else { return false }
        // SIG_IGN is the address 1, which no function has.
        return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}
