package import AttachmentModel
package import FlowControl
package import Handover
package import Rulebook
internal import Synchronization

/// The front's side of the workers: who opens a stranger's bytes, and what it costs when they turn out to be hostile.
///
/// A worker that crashes, hangs or babbles is killed and replaced, and its one item fails. Workers are started when
/// first needed and kept for the next item.
package final class WorkerPool: Sendable {
    package struct Configuration: Sendable {
        /// The path of `affix-worker`, beside which `affix-transcoder` lies.
        package var program: String
        /// Workers that may run at once.
        package var width: Int
        /// Threads each uses for one picture.
        package var threads: Int
        /// Whether workers lock themselves down.
        package var isLocked = true
        /// Bytes that all pictures being decoded may take together; 0 is half of what this process may count on.
        package var memory = 0
        /// The path of ffmpeg; without one, what needs it is refused.
        package var ffmpeg: String?
        /// Runs of ffmpeg at once.
        package var transcoders = 1
        /// Where large renditions go on their way; without one, into memory.
        package var room: SpoolRoom?
        /// Jobs that may wait for a worker; further ones are refused at once.
        package var mostWaiting = 1_000
        /// A job that has waited for so long is refused: the queue is not moving, and its caller has gone.
        package var longestWait: Duration = .seconds(10)

        package init(program: String, width: Int, threads: Int) {
            self.program = program
            self.width = width
            self.threads = threads
        }
    }

    struct Workers: Sendable {
        var idle: [WorkerProcess] = []
        /// The one that will follow the next to have done its part: nobody waits for its start.
        var successor: WorkerProcess?
        var leased = 0
        var poison = PoisonList()
    }

    let configuration: Configuration
    let memory: Int
    /// Who may have a worker.
    let places: Gate
    /// Who may decode, in kilobytes of memory.
    let decoders: Gate
    /// Who may run ffmpeg: a queue that moves slowly, in which waiting is bounded by deadlines alone.
    let transcoders: Gate
    /// Who may run ffmpeg for a moment, beside those: a poster does not wait for a movie.
    let streamers: Gate
    let lane = BlockingLane()
    let workers = Mutex(Workers())
    let started = Atomic(0)
    let failed = Atomic(0)

    package init(_ configuration: Configuration) {
        self.configuration = configuration
        memory = configuration.memory > 0 ? configuration.memory : MachineMemory.bytes() / 2
        places = Gate(
            width: configuration.width, mostWaiting: configuration.mostWaiting, longestWait: configuration.longestWait)
        transcoders = Gate(width: configuration.transcoders, mostWaiting: configuration.mostWaiting)
        streamers = Gate(
            width: configuration.width, mostWaiting: configuration.mostWaiting, longestWait: configuration.longestWait)
        decoders = Gate(width: memory / 1_000, longestWait: configuration.longestWait)
    }

    /// Workers that were started so far, and of these those that crashed, hung or babbled.
    package var counts: (started: Int, failed: Int) {
        (started.load(ordering: .relaxed), failed.load(ordering: .relaxed))
    }

    /// Starts a worker when none is idle and one more may run, and does not wait for it: done before a fetch, its
    /// start-up is hidden.
    package func warm() {
        workers.withLock { workers in
            guard workers.idle.isEmpty, workers.leased < configuration.width, let worker = try? newWorker() else {
                return
            }
            workers.idle.append(worker)
        }
    }

    /// What a worker says of itself; for an examination of the machine.
    package func report(until deadline: Deadline) async throws(PreparationError) -> WorkerReport {
        try await lane.run { [self] () throws(PreparationError) in try newWorker().report(until: deadline) }
    }

    /// Reads the structure of a download.
    ///
    /// A picture is decoded only where its structure leaves open whether it is whole, or, with `settling`, to make sure
    /// in any case.
    package func recognize(
        _ download: borrowing Download, settling: Bool = false, limits: SourceLimits, within budgets: StageBudgets,
        until deadline: Deadline
    ) async throws(PreparationError) -> MediaFacts {
        let job = Job(
            request: .recognize(bytes: download.count), of: download.digest,
            descriptors: [download.descriptor.number], stage: .recognize, budget: budgets.recognize, deadline: deadline)
        let facts = try await perform(job).facts()
        guard settling || facts.isOpen, facts.canBeSettled(within: limits) else { return facts }
        return try await settle(
            facts, of: download, stage: .recognize, within: budgets.renderPicture, until: deadline)
    }

    /// Reads the structure of a file that is there in parts.
    package func recognize(
        _ excerpt: borrowing Excerpt, within budgets: StageBudgets, until deadline: Deadline
    ) async throws(PreparationError) -> MediaFacts {
        try await perform(
            job(.recognize(bytes: excerpt.count), on: excerpt, within: budgets, until: deadline)
        ).facts()
    }

    /// What must still be fetched of a file before its structure can be read; `nil` when all of that is there.
    package func missingPart(
        of excerpt: borrowing Excerpt, as kind: MediaKind, within budgets: StageBudgets, until deadline: Deadline
    ) async throws(PreparationError) -> Range<Int>? {
        let request = WorkerRequest.locate(bytes: excerpt.count, kind: kind, held: excerpt.held)
        guard
            case .missing(let range) = try await perform(
                job(request, on: excerpt, within: budgets, until: deadline))
        else { throw PreparationError(.internalFault, "A worker gave a wrong answer") }
        // The worker may be in a stranger's hands: what it asks for must lie in the file.
        if let range, range.lowerBound < 0 || range.upperBound > excerpt.count || range.isEmpty {
            throw PreparationError(.internalFault, "A worker asked for a part that the file does not have")
        }
        return range
    }

    /// A job on a file that has no digest, since it is not all there: who sent it cannot be told again.
    private func job(
        _ request: WorkerRequest, on excerpt: borrowing Excerpt, within budgets: StageBudgets, until deadline: Deadline
    ) -> Job {
        Job(
            request: request, of: "", descriptors: [excerpt.descriptor.number], stage: .recognize,
            budget: budgets.recognize, deadline: deadline)
    }

    /// Decodes a picture to its last row and says what that changes in its facts.
    package func settle(
        _ facts: MediaFacts, of download: borrowing Download, stage: PreparationError.Stage = .render,
        within budget: Duration, until deadline: Deadline
    ) async throws(PreparationError) -> MediaFacts {
        let job = Job(
            request: .settle(facts: facts), of: download.digest, cost: DecodeCost(of: facts).bytes,
            descriptors: [download.descriptor.number], stage: stage, budget: budget, deadline: deadline)
        return try await perform(job).facts()
    }

    /// Makes what the plan says, and proves it by having it recognised again.
    ///
    /// - Parameter facts: settled, if the plan keeps the coded pixels.
    package func render(
        _ download: borrowing Download, facts: MediaFacts, by plan: RenderPlan, limits: SourceLimits,
        within budget: Duration, until deadline: Deadline
    ) async throws(PreparationError) -> Rendition {
        let request: WorkerRequest
        switch plan.path {
        case .copy(let kind): request = .copy(bytes: download.count, kind: kind)
        case .picture(let recipe): request = .render(bytes: download.count, recipe: recipe)
        case .remux(let recipe): request = .remux(bytes: download.count, recipe: recipe)
        case .animation(let recipe): request = .animate(bytes: download.count, recipe: recipe)
        case .transcode: throw PreparationError(.internalFault, "A worker does not encode movies")
        case .pass:
            guard let copy = download.descriptor.duplicate() else { throw Self.noDescriptor }
            return Rendition(descriptor: copy, facts: facts, path: .pass, expectedDigest: download.digest)
        }
        guard let output = emptyFile(for: plan, of: download.count) else { throw Self.noDescriptor }
        let job = Job(
            request: request, of: download.digest,
            cost: DecodeCost(of: facts, by: plan).bytes, descriptors: [download.descriptor.number, output.number],
            stage: .render, budget: budget, deadline: deadline)
        let report = try await perform(job).report(of: plan)
        if report.keepsSource {
            guard let copy = download.descriptor.duplicate() else { throw Self.noDescriptor }
            var kept = facts
            kept.warnings += report.warnings
            return Rendition(
                descriptor: copy, facts: kept, path: report.path, report: report, expectedDigest: download.digest)
        }
        var proven = try report.proof(of: output)
        try plan.prove(proven, limits: limits)
        proven.warnings += report.warnings
        return Rendition(descriptor: output, facts: proven, path: report.path, report: report)
    }

    /// Where the rendition goes; one that is only packed anew is about as large as its source.
    private func emptyFile(for plan: RenderPlan, of bytes: Int) -> OwnedDescriptor? {
        guard case .remux = plan.path, let room = configuration.room else {
            return OwnedDescriptor.memory(named: "affix-rendition")
        }
        return room.emptyFile(expecting: bytes)
    }

    static var noDescriptor: PreparationError {
        PreparationError(.overloaded, "No descriptor is left for a rendition")
    }
}
