internal import AttachmentModel

/// Decides when a transfer has used up one of its budgets; it knows no clock and no network.
struct TransferWatch {
    typealias Instant = ContinuousClock.Instant

    private enum Phase {
        case connecting
        case waiting
        case receiving(RateWindow)
    }

    private let budgets: StageBudgets
    private let end: Instant
    private var phase = Phase.connecting
    private var phaseStart: Instant

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

    /// Bytes of the request went out: the host's time to answer begins with the last of them.
    mutating func sent(at now: Instant) {
        if case .waiting = phase { phaseStart = now }
    }

    /// Bytes of the answer came in, its head included; the first of them only open the window.
    mutating func received(_ count: Int, at now: Instant) {
        if case .receiving(var window) = phase {
            phase = .waiting
            window.add(count, at: now)
            phase = .receiving(window)
        } else {
            phase = .receiving(RateWindow(budgets.stall, rate: budgets.stallRate, from: now))
        }
    }

    /// The instant at which a budget is used up if nothing happens until then.
    var nextInstant: Instant {
        switch phase {
        case .connecting: min(end, phaseStart + budgets.connect)
        case .waiting: min(end, phaseStart + budgets.firstByte)
        case .receiving(let window): min(end, window.shortage)
        }
    }

    /// The code of the budget that is used up; `nil` while the transfer may go on.
    func exceeded(at now: Instant) -> PreparationError.Code? {
        guard now < end else { return .fetchTimeoutTotal }
        guard now >= nextInstant else { return nil }
        return switch phase {
        case .connecting: .fetchTimeoutConnect
        case .waiting: .fetchTimeoutFirstByte
        case .receiving: .fetchStalled
        }
    }
}
