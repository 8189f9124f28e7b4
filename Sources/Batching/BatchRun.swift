internal import AttachmentModel
internal import FlowControl
internal import Synchronization

/// One run: everything that happens comes in as an event, and one place decides what follows.
struct BatchRun {
    private enum Event: Sendable {
        case read(Result<[ManifestEntry]?, PreparationError>)
        case counted(Int?)
        case fetched(Int)
        /// With the time until its bytes were there, or until it was clear that they will not be, where that is known.
        case answered(Int, BatchAnswer, milliseconds: Double?)
        case second
        case moment
        case stopAsked
    }

    private struct Line: Sendable {
        let job: BatchJob
        let answer: BatchAnswer
    }

    private let batch: Batch
    private let ledger: Ledger
    private let manifest: Manifest
    private let onNotice: @Sendable (Batch.Notice) -> Void
    private let lane = BlockingLane()
    private let start = ContinuousClock.now
    private let mailbox = Mailbox<Event>()

    private var schedule: Schedule
    private var tally = BatchTally()
    private var order = InOrder<Line>()
    /// Lines that are to be written now.
    private var pending: [Line] = []
    private var running: [Int: BatchJob] = [:]
    private var nextNumber = 0
    private var isReading = false
    private var hasReadAll = false
    private var stop: BatchEnd.Stop?
    /// When whatever still runs is given up.
    private var graceEnd: ContinuousClock.Instant?

    init(
        _ batch: Batch, _ ledger: Ledger, _ manifest: Manifest, _ onNotice: @escaping @Sendable (Batch.Notice) -> Void
    ) {
        self.batch = batch
        self.ledger = ledger
        self.manifest = manifest
        self.onNotice = onNotice
        let configuration = batch.configuration
        schedule = Schedule(
            Schedule.Bounds(
                fetches: configuration.fetches, running: configuration.fetches + 2 * configuration.renderings,
                fetchesPerHost: configuration.fetchesPerHost, patience: configuration.patience))
    }

    /// Works until everything is answered, or stops early; never answers for what is still running when it returns.
    mutating func work(
        until request: StopRequest, in group: inout DiscardingTaskGroup
    ) async -> Result<BatchEnd, PreparationError> {
        startClocks(in: &group)
        let mailbox = mailbox
        request.onMade { mailbox.post(.stopAsked) }
        do throws(PreparationError) {
            proceed(in: &group)
            while let events = await mailbox.next(), !Task.isCancelled {
                for event in events { try await take(event) }
                try await flush()
                proceed(in: &group)
                if running.isEmpty || batch.configuration.leavesRunning, stop != nil { break }
                if running.isEmpty, hasReadAll, schedule.isIdle { break }
                if let graceEnd, .now >= graceEnd { break }
            }
            if Task.isCancelled { halt(.asked) }
            pending += order.flush()
            try await flush()
            let ledger = ledger
            try await lane.run { () throws(PreparationError) in try ledger.settle() }
            report()
            return .success(BatchEnd(tally: tally, stop: stop, duration: start.duration(to: .now)))
        } catch {
            return .failure(error)
        }
    }

    private mutating func take(_ event: Event) async throws(PreparationError) {
        switch event {
        case .read(let outcome):
            isReading = false
            guard let entries = try outcome.get() else {
                hasReadAll = true
                return
            }
            try await sort(entries)
        case .counted(let total): tally.total = total
        case .fetched(let number): schedule.fetched(number)
        case .answered(let number, let answer, let milliseconds):
            settle(number, answer, milliseconds: milliseconds)
        case .moment: report()
        case .stopAsked:
            let grace = batch.configuration.grace
            graceEnd = .now + grace
            halt(.asked)
            guard !batch.configuration.leavesRunning else { return }
            onNotice(.remark("Stopping: \(running.count) items have \(grace.components.seconds) s to end"))
        case .second:
            if let limit = batch.configuration.timeLimit, start.duration(to: .now) >= limit { halt(.timeLimit) }
            try await flush()
            let ledger = ledger
            try await lane.run { () throws(PreparationError) in try ledger.settle() }
        }
    }

    /// Decides about entries that were read: some are answered already, some stand there twice.
    private mutating func sort(_ entries: [ManifestEntry]) async throws(PreparationError) {
        tally.read += entries.count
        // What is asked below must know everything that has been answered.
        try await flush()
        let jobs = entries.map { BatchJob($0, number: 0, purpose: batch.purpose) }
        let ledger = ledger
        let decisions = try await lane.run { () throws(PreparationError) in try ledger.decisions(on: jobs) }
        for (job, decision) in zip(jobs, decisions) {
            guard stop == nil else { return }
            var job = job
            job.number = nextNumber
            if case .failure(let problem) = job.entry.content {
                tally.badLines += 1
                onNotice(.badLine(job.entry, problem))
            }
            switch decision {
            case .repeat: tally.repeated += 1
            case .skip(let state): await skip(job, state)
            case .copy(let answer):
                nextNumber += 1
                let problem = await objection(to: answer, for: job)
                finish(job, problem.map(BatchAnswer.problem) ?? answer, milliseconds: nil)
            case .work:
                if case .failure(let problem) = job.entry.content {
                    nextNumber += 1
                    finish(job, .problem(problem), milliseconds: nil)
                } else if schedule.offer(job) {
                    nextNumber += 1
                } else {
                    tally.repeated += 1
                }
            }
        }
    }

    /// Passes over what an earlier run has answered, unless it was withdrawn since: the journal must not call that ready.
    private mutating func skip(_ job: BatchJob, _ state: ItemState) async {
        if state == .done, let problem = await objection(to: nil, for: job) {
            nextNumber += 1
            return finish(job, .problem(problem), milliseconds: nil)
        }
        tally.skipped += 1
        if state == .refused { tally.skippedRefused += 1 }
    }

    /// Why an answer may not be given any more.
    private func objection(to answer: BatchAnswer?, for job: BatchJob) async -> PreparationError? {
        guard case .success(let item) = job.entry.content else { return nil }
        return await batch.objection(item, answer)
    }

    /// Takes the answer to a running job: it is put back, or answered together with those that wanted the same.
    private mutating func settle(_ number: Int, _ answer: BatchAnswer, milliseconds: Double?) {
        guard let job = running.removeValue(forKey: number) else { return }
        if case .problem(let problem) = answer, problem.code == .fetchHostBackedOff, stop == nil,
            let pause = problem.retryAfter, schedule.putBack(number, for: pause, at: .now)
        {
            return
        }
        let others = schedule.ended(number, hostWorks: answer.saysHostWorks)
        for job in [job] + others { finish(job, answer, milliseconds: milliseconds) }
        if answer.stopsTheRun, case .problem(let problem) = answer { halt(.machine(problem)) }
    }

    private mutating func finish(_ job: BatchJob, _ answer: BatchAnswer, milliseconds: Double?) {
        tally.note(job, answer, milliseconds: milliseconds)
        let line = Line(job: job, answer: answer)
        pending += batch.configuration.isOrdered ? order.take(line, number: job.number) : [line]
        let most = batch.configuration.mostFailures
        let failures = tally.refused + tally.failed
        if most > 0, failures >= most { halt(.failures(failures)) }
    }

    /// Writes the lines of all that was answered since: one change of threads for many of them.
    private mutating func flush() async throws(PreparationError) {
        guard !pending.isEmpty else { return }
        let lines = pending
        pending = []
        let ledger = ledger
        try await lane.run { () throws(PreparationError) in
            for line in lines {
                try ledger.append(JSONLine.of(JournalLine(line.job, line.answer)), of: line.job, line.answer)
            }
        }
        onNotice(.written(lines.compactMap { try? $0.job.entry.content.get() }))
    }

    /// Begins whatever may begin now.
    private mutating func proceed(in group: inout DiscardingTaskGroup) {
        guard stop == nil else { return }
        while let job = schedule.next(at: .now) { begin(job, in: &group) }
        guard !isReading, !hasReadAll, schedule.hasRoom, order.held < 2_000 else { return }
        isReading = true
        let (manifest, mailbox) = (manifest, mailbox)
        // A pipe may have nothing to say for ever: nobody waits for this thread when the run ends.
        let read: @Sendable () -> Void = {
            mailbox.post(.read(Result { () throws(PreparationError) in try manifest.nextPiece() }))
        }
        if !OwnThread.start(read) { read() }
    }

    private mutating func begin(_ job: BatchJob, in group: inout DiscardingTaskGroup) {
        guard case .success(let item) = job.entry.content else { return }
        running[job.number] = job
        let (mailbox, work, number) = (mailbox, batch.work, job.number)
        // Done elsewhere it waits in a queue, which is not the host's time.
        let isTimed = !batch.configuration.leavesRunning
        group.addTask {
            let start = ContinuousClock.now
            let fetch = Mutex<Duration?>(nil)
            let answer = await work(item) {
                fetch.withLock { $0 = $0 ?? start.duration(to: .now) }
                mailbox.post(.fetched(number))
            }
            let time = fetch.withLock { $0 } ?? start.duration(to: .now)
            mailbox.post(.answered(number, answer, milliseconds: isTimed ? time.milliseconds : nil))
        }
    }

    private func startClocks(in group: inout DiscardingTaskGroup) {
        let (mailbox, manifest) = (mailbox, manifest)
        group.addTask {
            var count = 0
            while (try? await Task.sleep(for: .milliseconds(200))) != nil {
                count += 1
                mailbox.post(count % 5 == 0 ? .second : .moment)
            }
        }
        _ = OwnThread.start { mailbox.post(.counted(manifest.count())) }
    }

    private mutating func halt(_ reason: BatchEnd.Stop) {
        if stop == nil || reason.isWorse { stop = reason }
        _ = schedule.dropWaiting()
    }

    private func report() {
        var tally = tally
        tally.running = running.count
        onNotice(.tally(tally))
    }
}

extension BatchEnd.Stop {
    /// Whether it is to be told rather than that somebody or the clock wanted an end.
    fileprivate var isWorse: Bool {
        switch self {
        case .timeLimit, .asked: false
        case .failures, .machine: true
        }
    }
}

extension JournalLine {
    fileprivate init(_ job: BatchJob, _ answer: BatchAnswer) {
        var item: ManifestItem?
        if case .success(let content) = job.entry.content { item = content }
        self.init(item: job.key, id: job.entry.id, source: item?.source.redacted ?? job.entry.place, answer: answer)
    }
}
