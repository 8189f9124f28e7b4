internal import AttachmentModel

/// Decides when a transfer has used up one of its budgets; it knows no clock and no network.
struct TransferWatch {
    typealias Instant = ContinuousClock.Instant

    private enum Phase {
        case connecting
        case waiting
        /// The stall window that is open: when it began, and how many bytes had come by then.
        case receiving(since: Instant, bytes: Int)
    }

    private let budgets: StageBudgets
    private let end: Instant
    private var phase = Phase.connecting
    private var phaseStart: Instant
    private var bytes = 0

    /// - Parameter end: the end of everything, whatever the budgets say.
    init(_ budgets: StageBudgets, start: Instant, end: Instant) {
        self.budgets = budgets
        self.end = end
        phaseStart = start
    }

    /// The connection stands and the request goes out.
    mutating func connected(at now: Instant) {
        guard case .connecting = phase else { return }
        phase = .waiting
        phaseStart = now
    }

    /// Bytes of the answer came in, its head included.
    mutating func received(_ count: Int, at now: Instant) {
        bytes += count
        if case .receiving = phase { return }
        phase = .receiving(since: now, bytes: bytes)
    }

    /// The next instant at which `exceeded` can change its mind if nothing happens until then.
    var nextInstant: Instant {
        switch phase {
        case .connecting: min(end, phaseStart + budgets.connect)
        case .waiting: min(end, phaseStart + budgets.firstByte)
        case .receiving(let since, _): min(end, since + budgets.stall)
        }
    }

    /// The code of the budget that is used up; `nil` while the transfer may go on.
    mutating func exceeded(at now: Instant) -> PreparationError.Code? {
        guard now < end else { return .fetchTimeoutTotal }
        guard now >= nextInstant else { return nil }
        switch phase {
        case .connecting: return .fetchTimeoutConnect
        case .waiting: return .fetchTimeoutFirstByte
        case .receiving(let since, let already):
            let seconds = (now - since) / .seconds(1)
            guard Double(bytes - already) >= Double(budgets.stallRate) * seconds else { return .fetchStalled }
            phase = .receiving(since: now, bytes: bytes)
            return nil
        }
    }
}
