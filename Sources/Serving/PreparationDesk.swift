internal import AttachmentModel
internal import FlowControl
internal import Synchronization

/// Takes orders for preparations: joins equal ones, and turns away what could not be ready in time.
final class PreparationDesk: Sendable {
    /// Prepares; what a `Preparer` does.
    typealias Line = @Sendable (AttachmentRequest) async throws(PreparationError) -> Receipt

    /// What makes two orders one preparation; the caller's own id is no part of it.
    private struct Key: Hashable {
        let source: MediaSource
        let profile: AttachmentProfile
        let variants: [AttachmentProfile]
    }

    private struct State {
        var flights: [Key: Flight] = [:]
        /// How long a preparation took of late, in seconds.
        var usualTime = 0.0
    }

    private let line: Line
    private let width: Int
    private let mostAtOnce: Int
    private let finishesLate: Bool
    private let longestWork: Duration
    private let state = Mutex(State())

    /// - Parameters:
    ///   - width: preparations that make headway at once.
    ///   - mostAtOnce: further ones are turned away.
    ///   - finishesLate: whether a preparation whose callers have all gone is brought to its end and remembered.
    ///   - longestWork: how long one may take, whatever its callers wait.
    init(width: Int, mostAtOnce: Int, finishesLate: Bool, longestWork: Duration, line: @escaping Line) {
        self.width = max(1, width)
        self.mostAtOnce = mostAtOnce
        self.finishesLate = finishesLate
        self.longestWork = longestWork
        self.line = line
    }

    /// Preparations at this moment.
    var count: Int { state.withLock { $0.flights.count } }

    /// Prepares what an order asks for, or says within its time why not.
    func receipt(for order: AttachmentOrder, source: MediaSource, until deadline: Deadline) async -> Flight.Outcome {
        let key = Key(source: source, profile: order.profile, variants: order.variants)
        let admission = state.withLock { state -> Result<(Flight, isNew: Bool), PreparationError> in
            if let flight = state.flights[key], flight.canBeJoined { return .success((flight, false)) }
            if let refusal = refusal(state, until: deadline) { return .failure(refusal) }
            let flight = Flight(endsUnwatched: !finishesLate)
            state.flights[key] = flight
            return .success((flight, true))
        }
        switch admission {
        case .failure(let refusal): return .failure(refusal)
        case .success((let flight, let isNew)):
            if isNew { begin(flight, key, until: deadline) }
            return await flight.outcome(until: deadline).map { receipt in
                var receipt = receipt
                if let id = order.id { receipt.id = id }
                return receipt
            }
        }
    }

    private func begin(_ flight: Flight, _ key: Key, until deadline: Deadline) {
        let time = finishesLate ? longestWork : min(longestWork, deadline.remaining())
        let request = AttachmentRequest(key.source, profile: key.profile, variants: key.variants, timeout: time)
        flight.begin { [self] in
            let start = ContinuousClock.now
            let outcome: Flight.Outcome
            do throws(PreparationError) {
                outcome = .success(try await line(request))
            } catch {
                outcome = .failure(error)
            }
            let time = start.duration(to: .now) / .seconds(1)
            state.withLock { state in
                if state.flights[key] === flight { state.flights[key] = nil }
                // A mean that forgets: an eighth of it is the last one.
                if case .success = outcome { state.usualTime += (time - state.usualTime) / 8 }
            }
            return outcome
        }
    }

    /// Why one more is not begun: there are too many, or those before it need all the time it has.
    private func refusal(_ state: State, until deadline: Deadline) -> PreparationError? {
        guard state.flights.count < mostAtOnce else {
            return PreparationError(.overloaded, "Too many preparations are under way", retryAfter: .seconds(1))
        }
        let ahead = Double(state.flights.count / width)
        guard .seconds(ahead * state.usualTime) <= deadline.remaining() else {
            return PreparationError(
                .overloaded, "Those before it need more time than this request has",
                retryAfter: .seconds(ahead * state.usualTime))
        }
        return nil
    }
}
