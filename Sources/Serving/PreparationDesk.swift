internal import Affix
internal import AttachmentModel
internal import FlowControl
internal import Synchronization

/// Takes orders for preparations: joins equal ones, and turns away what could not be ready in time.
final class PreparationDesk: Sendable {
    /// Prepares; what a `Preparer` does.
    typealias Line =
        @Sendable (AttachmentRequest, @escaping Progress.Observer) async throws(PreparationError) -> Receipt

    /// What makes two orders one preparation; the caller's own id is no part of it.
    private struct Key: Hashable {
        let source: MediaSource
        let profile: AttachmentProfile
        let variants: [VariantRequest]
        /// What serves the source, where anything does.
        let host: String?

        init(_ order: AttachmentOrder, _ source: MediaSource) {
            self.source = source
            host = source.host
            profile = order.profile
            variants = order.variants
        }
    }

    private struct State {
        private(set) var flights: [Key: Flight] = [:]
        private(set) var hosts = HostShares()
        var pace = LandingPace()

        /// Takes one in; another one of the same that can no longer be joined makes room for it.
        mutating func begin(_ flight: Flight, _ key: Key) {
            if flights.updateValue(flight, forKey: key) == nil { hosts.begin(key.host) }
        }

        mutating func end(_ flight: Flight, _ key: Key) {
            guard flights[key] === flight else { return }
            flights[key] = nil
            hosts.end(key.host)
        }
    }

    private let line: Line
    private let width: Int
    private let mostAtOnce: Int
    private let late: LateWork
    private let longestWork: Duration
    private let state = Mutex(State())

    /// - Parameters:
    ///   - width: preparations that make headway at once.
    ///   - mostAtOnce: further ones are turned away, and those of one host before, as `HostShares` has it.
    ///   - finishesLate: whether a preparation whose callers have all gone is brought to its end and remembered, as long as no
    ///     more than a quarter of those at once are so.
    ///   - longestWork: how long one may take, whatever its callers wait.
    init(width: Int, mostAtOnce: Int, finishesLate: Bool, longestWork: Duration, line: @escaping Line) {
        self.width = max(1, width)
        self.mostAtOnce = mostAtOnce
        late = LateWork(most: finishesLate ? max(1, mostAtOnce / 4) : 0)
        self.longestWork = longestWork
        self.line = line
    }

    /// Preparations at this moment.
    var count: Int { state.withLock { $0.flights.count } }

    /// Whether the source of an order is being encoded at this moment, and will be to its end, whoever still waits.
    func isEncoding(_ order: AttachmentOrder) -> Bool {
        state.withLock { $0.flights[Key(order, order.source)]?.isEncoding ?? false }
    }

    /// Prepares what an order asks for, or says within its time why not.
    ///
    /// - Parameter isPatient: whether it waits as long as it takes for others to end, rather than be turned away.
    func receipt(
        for order: AttachmentOrder, source: MediaSource, until deadline: Deadline, isPatient: Bool = false
    ) async -> Flight.Outcome {
        guard !Task.isCancelled else { return .failure(Flight.cutOff) }
        let key = Key(order, source)
        let admission = state.withLock { state -> Result<(Flight, isNew: Bool), PreparationError> in
            if let flight = state.flights[key], flight.canBeJoined { return .success((flight, false)) }
            if !isPatient, let refusal = refusal(of: key.host, state, until: deadline) { return .failure(refusal) }
            let flight = Flight(late: late)
            state.begin(flight, key)
            state.pace.begin(among: state.flights.count, width: width, at: .now)
            return .success((flight, true))
        }
        switch admission {
        case .failure(let refusal): return .failure(refusal)
        case .success((let flight, let isNew)):
            if isNew { begin(flight, key) }
            return await flight.outcome(until: deadline).map { receipt in
                var receipt = receipt
                if let id = order.id { receipt.id = id }
                return receipt
            }
        }
    }

    private func begin(_ flight: Flight, _ key: Key) {
        // However long its first caller waits: others may join it who wait longer, and it ends when all have gone.
        let request = AttachmentRequest(
            key.source, profile: key.profile, variants: key.variants, timeout: longestWork)
        flight.begin { [self] in
            let outcome: Flight.Outcome
            do throws(PreparationError) {
                outcome = .success(try await line(request) { flight.note($0) })
            } catch {
                outcome = .failure(error)
            }
            state.withLock { state in
                state.pace.land(among: state.flights.count, width: width, at: .now)
                state.end(flight, key)
            }
            return outcome
        }
    }

    /// Why one more is not begun: there are too many, of its host or in all, or those before it need all the time it has.
    private func refusal(of host: String?, _ state: State, until deadline: Deadline) -> PreparationError? {
        guard state.flights.count < mostAtOnce else {
            return PreparationError(.overloaded, "Too many preparations are under way", retryAfter: .seconds(1))
        }
        guard state.hosts.admit(host, free: mostAtOnce - state.flights.count) else {
            return PreparationError(
                .overloaded,
                "Too many preparations from one host are under way, which leave room for those from others",
                retryAfter: .seconds(1))
        }
        if let wait = state.pace.excess(behind: state.flights.count, within: deadline.remaining()) {
            return PreparationError(
                .overloaded, "Those before it need more time than this request has", retryAfter: wait)
        }
        return nil
    }
}
