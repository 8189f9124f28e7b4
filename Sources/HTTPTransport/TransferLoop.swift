internal import AttachmentModel
internal import CCurl
internal import FlowControl
internal import Glibc
internal import Synchronization

/// The one thread that drives all transfers.
///
/// It starts with the first ticket and ends some time after `close`. Nobody joins it, and it holds nothing that must be
/// saved, so it never keeps the process from exiting.
final class TransferLoop: Sendable {
    private struct Inbox {
        var arrivals: [Ticket] = []
        var cancellations: [UInt64] = []
        var isClosed = false
        var lastNumber: UInt64 = 0
    }

    private static let longestWait: Duration = .milliseconds(250)
    private static let idleWait: Int32 = 60_000

    private let multi: MultiHandle
    private let inbox = Mutex(Inbox())

    /// `nil` when the machine gives no thread or libcurl no handle.
    init?() {
        guard let multi = MultiHandle() else { return nil }
        self.multi = multi
        guard OwnThread.start({ self.run() }) else { return nil }
    }

    func nextNumber() -> UInt64 {
        inbox.withLock { inbox in
            inbox.lastNumber += 1
            return inbox.lastNumber
        }
    }

    func add(_ ticket: Ticket) {
        inbox.withLock { $0.arrivals.append(ticket) }
        multi.wake()
    }

    /// Ends a transfer at once; nothing happens when it has ended already.
    func cancel(_ number: UInt64) {
        inbox.withLock { $0.cancellations.append(number) }
        multi.wake()
    }

    /// Lets the thread end.
    func close() {
        inbox.withLock { $0.isClosed = true }
        multi.wake()
    }
}

extension TransferLoop {
    /// The thread's life.
    private func run() {
        var running: [UInt64: Transfer] = [:]
        while true {
            let isClosed = admit(&running)
            if isClosed && running.isEmpty { return }
            multi.perform()
            while let (number, result) = multi.nextEnded() { end(number, &running) { $0.outcome(result) } }
            endExceeded(&running)
            multi.wait(milliseconds: patience(running))
        }
    }

    /// Works off what other threads left, and says whether this was the last of it.
    private func admit(_ running: inout [UInt64: Transfer]) -> Bool {
        let (arrivals, cancellations, isClosed) = inbox.withLock { inbox in
            defer { (inbox.arrivals, inbox.cancellations) = ([], []) }
            return (inbox.arrivals, inbox.cancellations, inbox.isClosed)
        }
        for ticket in arrivals { begin(ticket, &running) }
        for number in cancellations {
            end(number, &running) { _ in .failure(PreparationError(.deadline, "The fetch was called off")) }
        }
        return isClosed
    }

    private func begin(_ ticket: Ticket, _ running: inout [UInt64: Transfer]) {
        guard let transfer = Transfer(ticket, at: .now), multi.add(transfer.easy) else {
            let problem = PreparationError(.configurationMachine, "libcurl does not take the transfer")
            return ticket.finish(.failure(problem))
        }
        running[ticket.number] = transfer
    }

    private func endExceeded(_ running: inout [UInt64: Transfer]) {
        let now = ContinuousClock.now
        let late = running.compactMapValues { $0.exceeded(at: now) }
        for (number, problem) in late { end(number, &running) { _ in .failure(problem) } }
    }

    /// Ends a transfer, and lets go of all that it holds before anybody hears of its end.
    private func end(
        _ number: UInt64, _ running: inout [UInt64: Transfer], as outcome: (Transfer) -> Ticket.Outcome
    ) {
        guard let (finish, outcome) = takeOut(number, &running, outcome) else { return }
        finish(outcome)
    }

    private func takeOut(
        _ number: UInt64, _ running: inout [UInt64: Transfer], _ outcome: (Transfer) -> Ticket.Outcome
    ) -> (@Sendable (Ticket.Outcome) -> Void, Ticket.Outcome)? {
        guard let transfer = running.removeValue(forKey: number) else { return nil }
        multi.remove(transfer.easy)
        return (transfer.ticket.finish, outcome(transfer))
    }

    private func patience(_ running: [UInt64: Transfer]) -> Int32 {
        guard let next = running.values.map(\.nextInstant).min() else { return Self.idleWait }
        return Deadline(at: next).within(Self.longestWait).pollMilliseconds()
    }
}
