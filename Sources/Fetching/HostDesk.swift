internal import AttachmentModel
internal import FlowControl
internal import FoundationEssentials
internal import Synchronization

/// Keeps our manners towards each host: how many transfers at once, how many starts a second, and when to leave it alone.
final class HostDesk: Sendable {
    private struct Entry {
        let gate: Gate
        var pace: StartPace
        var breaker = HostBreaker()
        /// Visits that run or wait.
        var visitors = 0
    }

    /// Hosts that are remembered: strangers choose them, so there must be an end.
    private static let mostEntries = 4_096

    private let manners: Manners
    private let entries = Mutex<[String: Entry]>([:])

    init(_ manners: Manners) {
        self.manners = manners
    }

    /// Waits for a turn at a host; `leave` must follow.
    ///
    /// Throws `fetch-host-backed-off` when the host is left alone, `overloaded` when no turn comes before the deadline.
    func enter(_ link: SourceLink, until end: Deadline) async throws(PreparationError) {
        let gate = entries.withLock { entries in
            if entries.count >= Self.mostEntries { Self.forgetIdle(&entries) }
            entries[link.authority, default: newEntry].visitors += 1
            return entries[link.authority, default: newEntry].gate
        }
        guard await gate.enter(until: end) == .through else {
            close(link) { _ in }
            throw Self.noTurn(link)
        }
        var start: ContinuousClock.Instant
        do throws(PreparationError) {
            start = try await admit(link, until: end)
        } catch {
            // Who finds out about the host, if anybody does, is somebody else.
            gate.leave()
            close(link) { _ in }
            throw error
        }
        do throws(PreparationError) {
            if let agreedPause = manners.agreedPause {
                start = max(start, .now + (await agreedPause(link.authority)))
                guard start < end.instant else { throw Self.noTurn(link) }
            }
            if start > .now { try await Self.sleep(until: start) }
        } catch {
            gate.leave()
            close(link) { $0.breaker.learnedNothing(at: .now) }
            throw error
        }
    }

    /// Ends a visit and keeps what it taught about the host.
    ///
    /// - Parameters:
    ///   - problem: what the visit ended in; `nil` after a whole answer.
    ///   - isFinal: whether the fetch is over with it; what passes by itself is no failure of the host.
    ///   - asked: how long the host asked to be left alone.
    func leave(_ link: SourceLink, after problem: PreparationError?, isFinal: Bool = true, asked: Duration? = nil) {
        let gate = close(link) { entry in
            switch isFinal ? problem?.code.saysOfHost ?? .works : .nothing {
            case .works: entry.breaker.succeeded()
            case .fails: entry.breaker.failed(at: .now, asked: asked)
            case .nothing: entry.breaker.learnedNothing(at: .now)
            }
        }
        gate?.leave()
    }

    private var newEntry: Entry {
        Entry(gate: Gate(width: manners.transfersPerHost), pace: StartPace(perSecond: manners.startsPerSecond))
    }

    /// How often a host is looked at that somebody else is trying out.
    private static let lookInterval: Duration = .milliseconds(100)

    /// The instant at which the visit may begin; waits for a host that rests until then, if there is time for it.
    private func admit(
        _ link: SourceLink, until end: Deadline
    ) async throws(PreparationError) -> ContinuousClock.Instant {
        while true {
            let now = ContinuousClock.now
            let (answer, failures, start) = ask(link, at: now, until: end)
            switch answer {
            case .go:
                guard let start else { throw Self.noTurn(link) }
                return start
            case .wait(let until):
                guard until < end.instant else { throw Self.backedOff(link, failures, until) }
                try await Self.sleep(until: until)
            case .look(let latest):
                guard now + Self.lookInterval < end.instant else { throw Self.backedOff(link, failures, latest) }
                try await Self.sleep(until: now + Self.lookInterval)
            }
        }
    }

    private func ask(
        _ link: SourceLink, at now: ContinuousClock.Instant, until end: Deadline
    ) -> (HostBreaker.Answer, failures: Int, start: ContinuousClock.Instant?) {
        entries.withLock { entries in
            var entry = entries[link.authority] ?? newEntry
            defer { entries[link.authority] = entry }
            let answer = entry.breaker.ask(at: now)
            let start = answer == .go ? entry.pace.take(at: now, before: end.instant) : nil
            if answer == .go, start == nil { entry.breaker.learnedNothing(at: now) }
            return (answer, entry.breaker.failures, start)
        }
    }

    @discardableResult
    private func close(_ link: SourceLink, _ note: (inout Entry) -> Void) -> Gate? {
        entries.withLock { entries in
            guard var entry = entries[link.authority] else { return nil }
            note(&entry)
            entry.visitors -= 1
            let now = ContinuousClock.now
            let isIdle = entry.visitors == 0 && entry.pace.isFree(at: now) && entry.breaker.isForgettable(at: now)
            entries[link.authority] = isIdle ? nil : entry
            return entry.gate
        }
    }

    private static func forgetIdle(_ entries: inout [String: Entry]) {
        let now = ContinuousClock.now
        entries = entries.filter { $0.value.visitors > 0 || $0.value.breaker.isOpen(at: now) }
    }

    private static func sleep(until start: ContinuousClock.Instant) async throws(PreparationError) {
        guard (try? await Task.sleep(until: start, clock: .continuous)) != nil else {
            throw PreparationError(.deadline, "The fetch was called off", stage: .fetch)
        }
    }

    private static func noTurn(_ link: SourceLink) -> PreparationError {
        Task.isCancelled
            ? PreparationError(.deadline, "The fetch was called off", stage: .fetch)
            : PreparationError(
                .overloaded, "The host \(link.host) was busy with other files of ours for too long", stage: .fetch)
    }

    private static func backedOff(
        _ link: SourceLink, _ failures: Int, _ until: ContinuousClock.Instant
    ) -> PreparationError {
        let seconds = (ContinuousClock.now.duration(to: until) / .seconds(1)).rounded(.up)
        let time = Date.now.addingTimeInterval(seconds).formatted(.iso8601)
        return PreparationError(
            .fetchHostBackedOff,
            "The host \(link.host) failed \(failures) times in a row and is left alone until \(time)",
            retryAfter: .seconds(seconds))
    }
}

/// How a fetcher behaves towards hosts.
package struct Manners: Sendable {
    /// Transfers from one host at once.
    package var transfersPerHost: Int
    /// Transfers from one host that begin in a second; 0 is no limit.
    package var startsPerSecond: Int
    /// How long to wait, from now, before a visit to a host that other machines visit as well, so that all of them
    /// together keep to the pace; `nil` where this machine is alone.
    package var agreedPause: (@Sendable (_ authority: String) async -> Duration)?

    /// The defaults: as many at once as a browser allows itself, and not all in the same moment.
    package init(
        transfersPerHost: Int = 6, startsPerSecond: Int = 50,
        agreedPause: (@Sendable (_ authority: String) async -> Duration)? = nil
    ) {
        self.transfersPerHost = transfersPerHost
        self.startsPerSecond = startsPerSecond
        self.agreedPause = agreedPause
    }
}

extension PreparationError.Code {
    fileprivate enum Sign { case works, fails, nothing }

    /// What the end of a visit tells about its host.
    fileprivate var saysOfHost: Sign {
        switch self {
        case .fetchConnect, .fetchTimeoutConnect, .fetchTimeoutFirstByte, .fetchStatus5xx, .fetchStalled,
            .fetchHostBackedOff:
            .fails
        case .fetchStatus4xx, .fetchWrongKind, .fetchTooLarge, .fetchEncoding, .mediaEmpty: .works
        default: .nothing
        }
    }
}
