/// Decides which job comes next: a host that is slow, busy or left alone holds up its own jobs only.
struct Schedule: Sendable {
    typealias Instant = ContinuousClock.Instant

    struct Bounds: Sendable {
        /// Jobs that fetch at once.
        var fetches = 8
        /// Jobs that are anywhere between their start and their answer.
        var running = 16
        /// Jobs that fetch from one host at once.
        var fetchesPerHost = 6
        /// Jobs that are kept waiting; more are not read.
        var waiting = 2_000
        /// How long the jobs of a host that is left alone are put back, in all, before they fail.
        var patience = Duration.seconds(180)
    }

    private struct Host {
        var fetching = 0
        /// It is left alone until then.
        var restsUntil: Instant?
        /// When it was left alone first, since it last answered.
        var restsSince: Instant?

        var isForgettable: Bool { fetching == 0 && restsSince == nil }
    }

    private let bounds: Bounds
    private var waiting: [BatchJob] = []
    private var running: [Int: BatchJob] = [:]
    private var fetching: Set<Int> = []
    private var hosts: [String: Host] = [:]
    /// Items that wait or run.
    private var keys: Set<Fingerprint> = []
    /// Jobs that want what another one is doing already, by that work.
    private var followers: [Fingerprint: [BatchJob]] = [:]
    private var following = 0

    init(_ bounds: Bounds) {
        self.bounds = bounds
    }

    /// Whether more jobs should be read.
    var hasRoom: Bool { waiting.count + following < bounds.waiting }
    /// Whether nothing waits and nothing runs.
    var isIdle: Bool { waiting.isEmpty && running.isEmpty }

    /// Takes a job; `false` when its item waits or runs already, as it stands in the manifest twice.
    mutating func offer(_ job: BatchJob) -> Bool {
        guard keys.insert(job.key).inserted else { return false }
        guard let work = job.work else {
            waiting.append(job)
            return true
        }
        if followers[work] == nil {
            followers[work] = []
            waiting.append(job)
        } else {
            followers[work, default: []].append(job)
            following += 1
        }
        return true
    }

    /// The next job that may start now, which then runs.
    mutating func next(at now: Instant) -> BatchJob? {
        guard running.count < bounds.running, fetching.count < bounds.fetches,
            let index = waiting.firstIndex(where: { mayStart($0, at: now) })
        else { return nil }
        let job = waiting.remove(at: index)
        running[job.number] = job
        fetching.insert(job.number)
        if let host = job.host { hosts[host, default: Host()].fetching += 1 }
        return job
    }

    private func mayStart(_ job: BatchJob, at now: Instant) -> Bool {
        guard let name = job.host, let host = hosts[name] else { return true }
        if let rest = host.restsUntil, now < rest { return false }
        // After a rest one job goes ahead to see how the host is.
        return host.fetching < (host.restsSince == nil ? bounds.fetchesPerHost : 1)
    }

    /// A job has its bytes: its host and a place for fetching are free again.
    mutating func fetched(_ number: Int) {
        guard fetching.remove(number) != nil, let name = running[number]?.host else { return }
        hosts[name]?.fetching -= 1
        forget(name)
    }

    /// A job was answered; gives the jobs that this answers as well.
    ///
    /// - Parameter hostWorks: whether the host did its part: then it needs no caution any more.
    mutating func ended(_ number: Int, hostWorks: Bool) -> [BatchJob] {
        fetched(number)
        guard let job = running.removeValue(forKey: number) else { return [] }
        if let name = job.host, hostWorks {
            hosts[name]?.restsSince = nil
            hosts[name]?.restsUntil = nil
            forget(name)
        }
        keys.remove(job.key)
        let others = job.work.flatMap { followers.removeValue(forKey: $0) } ?? []
        following -= others.count
        for other in others { keys.remove(other.key) }
        return others
    }

    /// Puts a job back because its host is left alone for a time; `false` when that has gone on for too long.
    mutating func putBack(_ number: Int, for pause: Duration, at now: Instant) -> Bool {
        fetched(number)
        guard let job = running[number], let name = job.host else { return false }
        var host = hosts[name] ?? Host()
        let since = host.restsSince ?? now
        guard now + pause <= since + bounds.patience else { return false }
        host.restsSince = since
        host.restsUntil = max(host.restsUntil ?? now, now + pause)
        hosts[name] = host
        running[number] = nil
        waiting.insert(job, at: 0)
        return true
    }

    /// Gives up whatever has not started; gives the number of jobs.
    mutating func dropWaiting() -> Int {
        let dropped = waiting.count
        for job in waiting {
            keys.remove(job.key)
            if let work = job.work, let others = followers.removeValue(forKey: work) { following -= others.count }
        }
        waiting = []
        return dropped
    }

    private mutating func forget(_ name: String) {
        if hosts[name]?.isForgettable == true { hosts[name] = nil }
    }
}
