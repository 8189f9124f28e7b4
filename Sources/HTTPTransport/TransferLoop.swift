internal import AttachmentModel
internal import CCurl
internal import FlowControl
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

    /// With nothing to wait for: `wake` ends the wait, so that any length would do.
    private static let longestWait: Duration = .seconds(60)

    private let multi: MultiHandle
    private let inbox = Mutex(Inbox())

    /// Throws `overloaded` when the machine has no descriptor or no thread left.
    init() throws(PreparationError) {
        guard let poller = Poller() else {
            throw PreparationError(.overloaded, "No descriptor is left for fetching")
        }
        guard let multi = MultiHandle(poller) else {
            throw PreparationError(.configurationMachine, "libcurl cannot be started")
        }
        self.multi = multi
        guard OwnThread.start({ self.run() }) else {
            throw PreparationError(.overloaded, "No thread is left for fetching")
        }
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
        let table = TransferTable()
        while true {
            let isClosed = admit(to: table)
            if isClosed && table.isEmpty { return }
            multi.turn(until: table.nextInstant, longest: Self.longestWait, table.stage)
            while let (number, result) = multi.nextEnded() { end(number, of: table) { $0.outcome(result) } }
            while let (number, outcome) = table.nextEnding(at: .now) { end(number, of: table) { _ in outcome } }
        }
    }

    /// Works off what other threads left, and says whether this was the last of it.
    private func admit(to table: TransferTable) -> Bool {
        let (arrivals, cancellations, isClosed) = inbox.withLock { inbox in
            defer { (inbox.arrivals, inbox.cancellations) = ([], []) }
            return (inbox.arrivals, inbox.cancellations, inbox.isClosed)
        }
        for ticket in arrivals { begin(ticket, in: table) }
        for number in cancellations {
            end(number, of: table) { _ in .failure(PreparationError(.deadline, "The fetch was called off")) }
        }
        return isClosed
    }

    private func begin(_ ticket: Ticket, in table: TransferTable) {
        guard let transfer = Transfer(ticket, at: .now, stage: table.stage), multi.add(transfer.easy) else {
            let problem = PreparationError(.configurationMachine, "libcurl does not take the transfer")
            return ticket.finish(.failure(problem))
        }
        table.add(transfer)
    }

    /// Ends a transfer, and lets go of all that it holds before anybody hears of its end.
    private func end(_ number: UInt64, of table: TransferTable, as outcome: (Transfer) -> Ticket.Outcome) {
        guard let (finish, outcome) = takeOut(number, of: table, outcome) else { return }
        finish(outcome)
    }

    private func takeOut(
        _ number: UInt64, of table: TransferTable, _ outcome: (Transfer) -> Ticket.Outcome
    ) -> (@Sendable (Ticket.Outcome) -> Void, Ticket.Outcome)? {
        guard let transfer = table.remove(number) else { return nil }
        // libcurl forgets what it knows of the connection when it lets the transfer go.
        let outcome = outcome(transfer)
        multi.remove(transfer.easy)
        return (transfer.ticket.finish, outcome)
    }
}
