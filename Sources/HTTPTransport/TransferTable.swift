internal import AttachmentModel

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

    /// A transfer that has used up a budget, and which one; those that have not are put off until they may have.
    func nextExceeded(at now: Instant) -> (number: UInt64, problem: PreparationError)? {
        while let (number, instant) = agenda.first, instant <= now, let transfer = running[number] {
            if let problem = transfer.exceeded(at: now) { return (number, problem) }
            agenda.set(transfer.nextInstant, for: number)
        }
        return nil
    }
}
