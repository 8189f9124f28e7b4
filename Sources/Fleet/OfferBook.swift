internal import Batching

/// Keeps account of the jobs that a run has offered to the queue and that are not answered yet: a job that gets lost on
/// the way, or with a server, is offered again.
///
/// The server takes one message with one identity once, for some minutes. A job's identity therefore has a number, which
/// grows only when the job is known to have left the queue: publishing again is then safe at any moment.
struct OfferBook: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// Something to be done about a job.
    enum Step: Hashable, Sendable {
        case publish(Fingerprint, number: Int)
        /// To look whether the queue still has it.
        case look(Fingerprint, sequence: UInt64)
    }

    /// How long the server may take to say that it has stored a job.
    static let patience = Duration.seconds(5)
    /// How often the queue is asked about a job that it has taken.
    static let interval = Duration.seconds(30)
    /// How long the answer to a job may be on its way after the job has left the queue.
    static let grace = Duration.seconds(5)

    private enum Phase {
        case published
        case stored(sequence: UInt64)
        case gone
    }

    private struct Offer {
        var number = 1
        var phase = Phase.published
        /// When to look at it again.
        var due: Instant
    }

    private var offers: [Fingerprint: Offer] = [:]

    var count: Int { offers.count }

    /// Takes a job that is to be published now.
    mutating func add(_ job: Fingerprint, at now: Instant) -> Step {
        offers[job] = Offer(due: now + Self.patience)
        return .publish(job, number: 1)
    }

    /// The server has taken a job, or had it already; that may be from long ago, so it is looked at soon.
    mutating func stored(_ job: Fingerprint, number: Int, at sequence: UInt64, isOld: Bool, now: Instant) -> Step? {
        guard offers[job]?.number == number, case .published? = offers[job]?.phase else { return nil }
        offers[job]?.phase = .stored(sequence: sequence)
        offers[job]?.due = now + Self.interval
        return isOld ? .look(job, sequence: sequence) : nil
    }

    /// The queue was asked about a job.
    mutating func looked(_ job: Fingerprint, isThere: Bool, now: Instant) {
        guard case .stored? = offers[job]?.phase else { return }
        if !isThere { offers[job]?.phase = .gone }
        offers[job]?.due = now + (isThere ? Self.interval : Self.grace)
    }

    /// A job was answered, or is given up.
    mutating func remove(_ job: Fingerprint) {
        offers[job] = nil
    }

    /// What has waited for too long, at most so many at once.
    mutating func due(at now: Instant, most: Int) -> [Step] {
        var steps: [Step] = []
        for (job, offer) in offers where offer.due <= now {
            guard steps.count < most else { break }
            switch offer.phase {
            case .published:
                steps.append(.publish(job, number: offer.number))
                offers[job]?.due = now + Self.patience
            case .stored(let sequence):
                steps.append(.look(job, sequence: sequence))
                offers[job]?.due = now + Self.interval
            case .gone:
                offers[job]?.number += 1
                offers[job]?.phase = .published
                offers[job]?.due = now + Self.patience
                steps.append(.publish(job, number: offer.number + 1))
            }
        }
        return steps
    }
}
