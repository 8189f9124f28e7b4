internal import FlowControl

/// The transfers that run, and when each must be looked at next; it lives on the loop's thread.
final class TransferTable {
    typealias Instant = ContinuousClock.Instant

    let stage = BodyStage()
    private var running: [UInt64: Transfer] = [:]
    private var agenda = Agenda()

    var isEmpty: Bool { running.isEmpty }
    var nextInstant: Instant? { agenda.first?.instant }

    func add(_ transfer: Transfer) {
        let number = transfer.ticket.number
        running[number] = transfer
        agenda.set(transfer.nextInstant, for: number)
        transfer.onPhase = { [unowned self] instant in agenda.set(instant, for: number) }
    }

    func remove(_ number: UInt64) -> Transfer? {
        agenda.remove(number)
        return running.removeValue(forKey: number)
    }

    /// A transfer that ends from our side, and as what; those that have time left are put off until they may not.
    func nextEnding(at now: Instant) -> (number: UInt64, outcome: Ticket.Outcome)? {
        while let (number, instant) = agenda.first, instant <= now, let transfer = running[number] {
            if let outcome = transfer.ending(at: now) { return (number, outcome) }
            agenda.set(transfer.nextInstant, for: number)
        }
        return nil
    }
}
