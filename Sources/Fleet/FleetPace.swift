package import AttachmentModel
internal import Digests
internal import FlowControl
internal import FoundationEssentials
internal import Synchronization

/// The pace at which all machines of a fleet together begin visits to each host.
///
/// A bucket holds for each host when the next visit may begin; a machine takes one or more of the next starts by moving
/// that time on, if nobody else was faster. It costs at most one question to the servers for each visit on average: under
/// contention a machine takes several starts at once. Servers that are slow or away hold nobody up: each machine then
/// keeps to its own pace.
package final class FleetPace: Sendable {
    private struct Host {
        let gate = Gate(width: 1)
        var slots: PaceSlots
        var agreed: Double?
        var revision: UInt64 = 0
        var waiting = 0
        var share = 1
    }

    /// Hosts that are remembered; whoever writes lists chooses them, so there must be an end.
    private static let mostHosts = 4_096
    /// Starts that one machine takes at once.
    private static let mostShare = 16
    /// Longer than this nobody waits for the servers before a visit.
    private static let patience = Duration.milliseconds(250)
    /// How long they are then left alone.
    private static let rest = Duration.seconds(5)
    /// A start that lies further ahead was written by a clock that is wrong.
    private static let farthest = 600_000.0
    /// A host that nobody visits is forgotten.
    private static let life: Int64 = 3_600_000_000_000

    private struct State {
        var hosts: [String: Host] = [:]
        var restsUntil: ContinuousClock.Instant?
        var questions = 0
    }

    /// Kept for the connection that the bucket needs.
    private let queue: WorkQueue
    private let bucket: Bucket
    private let perSecond: Int
    private let lane = BlockingLane()
    private let state = Mutex(State())

    /// - Parameter perSecond: starts in a second at one host, by all machines together.
    package init(_ queue: WorkQueue, perSecond: Int) throws(PreparationError) {
        self.perSecond = perSecond
        self.queue = queue
        bucket = try queue.bucket(queue.layout.pace, isOnDisk: false, life: Self.life, wait: Self.patience)
    }

    /// How often the servers were asked.
    var questions: Int { state.withLock { $0.questions } }

    /// How long to wait before a visit to a host.
    package func pause(before host: String) async -> Duration {
        guard perSecond > 0 else { return .zero }
        let gate = state.withLock { state in
            if state.hosts.count >= Self.mostHosts { state.hosts = state.hosts.filter { $0.value.waiting > 0 } }
            state.hosts[host, default: newHost].waiting += 1
            return state.hosts[host, default: newHost].gate
        }
        defer { state.withLock { $0.hosts[host]?.waiting -= 1 } }
        guard await gate.enter(until: Deadline(in: Self.patience)) == .through else { return .zero }
        defer { gate.leave() }
        if let start = take(host) { return start }
        guard state.withLock({ ($0.restsUntil ?? .now) <= .now }) else { return .zero }
        let isAgreed = await lane.run(until: Deadline(in: Self.patience)) { [self] in agree(on: host) }
        if isAgreed != true { state.withLock { $0.restsUntil = .now + Self.rest } }
        return take(host) ?? .zero
    }

    private var newHost: Host { Host(slots: PaceSlots(perSecond: perSecond)) }

    private func take(_ host: String) -> Duration? {
        let now = Self.now
        return state.withLock { state in
            guard let start = state.hosts[host]?.slots.take(at: now) else { return nil }
            return .milliseconds(max(0, start - now))
        }
    }

    /// Moves the time of a host on by this machine's share; `false` when the servers did not answer.
    private func agree(on host: String) -> Bool {
        let key = "v1." + SHA256.digest(of: host)
        do throws(QueueFault) {
            for attempt in 0..<3 {
                if attempt > 0 { try look(host, key) }
                let (slots, agreed, revision) = offer(host)
                state.withLock { $0.questions += 1 }
                if let made = try bucket.replace(revision, with: Array("\(agreed)".utf8), under: key) {
                    settle(host, slots, agreed, made, hadRivals: attempt > 0)
                    return true
                }
            }
            // Too many want the same host in this moment: this machine's own pace must do once.
            return true
        } catch {
            return false
        }
    }

    private func look(_ host: String, _ key: String) throws(QueueFault) {
        state.withLock { $0.questions += 1 }
        let found = try bucket.value(of: key)
        state.withLock { state in
            state.hosts[host]?.revision = found?.revision ?? 0
            let time = found.flatMap { Double(String(decoding: $0.bytes, as: UTF8.self)) }
            state.hosts[host]?.agreed = time.flatMap { $0 < Self.now + Self.farthest ? $0 : nil }
        }
    }

    private func offer(_ host: String) -> (slots: PaceSlots, agreed: Double, revision: UInt64) {
        state.withLock { state in
            let known = state.hosts[host] ?? newHost
            var slots = known.slots
            let count = min(max(known.waiting, known.share), Self.mostShare)
            let agreed = slots.reserve(count, after: known.agreed, at: Self.now)
            return (slots, agreed, known.revision)
        }
    }

    private func settle(_ host: String, _ slots: PaceSlots, _ agreed: Double, _ revision: UInt64, hadRivals: Bool) {
        state.withLock { state in
            // Whoever has rivals takes more at once, and so asks less often; alone it takes what it needs.
            let share = state.hosts[host]?.share ?? 1
            state.hosts[host]?.share = hadRivals ? min(share * 2, Self.mostShare) : max(1, share / 2)
            state.hosts[host]?.slots = slots
            state.hosts[host]?.agreed = agreed
            state.hosts[host]?.revision = revision
        }
    }

    private static var now: Double { Date().timeIntervalSince1970 * 1_000 }
}
