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
    private let program: String
    private let threads: Int
    private let gate: Gate
    private let lane = BlockingLane()
    private let workers = Mutex(Workers())
    private let width: Int

    private struct Workers: Sendable {
        var idle: [WorkerProcess] = []
        var leased = 0
    }

    /// A worker gets this long to start and lock itself down, inside the deadline of its first item.
    private static let startBudget = Duration.seconds(10)

    /// - Parameters:
    ///   - program: the path of `affix-worker`.
    ///   - width: workers that may run at once.
    ///   - threads: threads each uses for one picture.
    package init(program: String, width: Int, threads: Int) {
        self.program = program
        self.threads = threads
        self.width = width
        gate = Gate(width: width)
    }

    /// Starts a worker when none is idle and one more may run, and does not wait for it: done before a fetch, its
    /// start-up is hidden.
    package func warm() {
        workers.withLock { workers in
            guard workers.idle.isEmpty, workers.leased < width,
                let worker = try? WorkerProcess(program: program, threads: threads)
            else { return }
            workers.idle.append(worker)
        }
    }

    /// What a worker says of itself; for an examination of the machine.
    package func report(until deadline: Deadline) async throws(PreparationError) -> WorkerReport {
        let program = program
        let threads = threads
        return try await lane.run { () throws(PreparationError) in
            let worker = try WorkerProcess(program: program, threads: threads)
            return try worker.report(until: deadline)
        }
    }

    /// Reads the structure of a download.
    package func recognize(
        _ download: borrowing Download, within budget: Duration, until deadline: Deadline
    ) async throws(PreparationError) -> MediaFacts {
        let job = Job(
            request: .recognize(bytes: download.count), descriptors: [download.descriptor.number], stage: .recognize,
            budget: budget, deadline: deadline)
        return try await perform(job).facts()
    }

    /// Makes what the plan says, and proves it by having it recognised again.
    package func render(
        _ download: borrowing Download, facts: MediaFacts, by plan: RenderPlan, limits: SourceLimits,
        within budget: Duration, until deadline: Deadline
    ) async throws(PreparationError) -> Rendition {
        let request: WorkerRequest
        switch plan.path {
        case .picture(let recipe): request = .render(bytes: download.count, recipe: recipe)
        case .animation(let recipe): request = .animate(bytes: download.count, recipe: recipe)
        case .pass:
            if facts.mediaClass == .image {
                let check = Job(
                    request: .verify(bytes: download.count, kind: facts.kind),
                    descriptors: [download.descriptor.number], stage: .render, budget: budget, deadline: deadline)
                guard case .verified = try await perform(check) else {
                    throw PreparationError(.internalFault, "A worker gave a wrong answer")
                }
            }
            guard let copy = download.descriptor.duplicate() else { throw Self.noDescriptor }
            return Rendition(descriptor: copy, facts: facts, path: .pass, expectedDigest: download.digest)
        }
        guard let output = OwnedDescriptor.memory(named: "affix-rendition") else { throw Self.noDescriptor }
        let job = Job(
            request: request, descriptors: [download.descriptor.number, output.number], stage: .render, budget: budget,
            deadline: deadline)
        let report = try await perform(job).report()
        if report.keepsSource {
            guard let copy = download.descriptor.duplicate() else { throw Self.noDescriptor }
            return Rendition(
                descriptor: copy, facts: facts, path: .pass, report: report, expectedDigest: download.digest)
        }
        let proof = Job(
            request: .recognize(bytes: output.fileSize ?? 0), descriptors: [output.number], stage: .render,
            budget: budget, deadline: deadline)
        let proven = try await perform(proof).facts()
        try plan.prove(proven, limits: limits)
        return Rendition(descriptor: output, facts: proven, path: .render, report: report)
    }

    private static var noDescriptor: PreparationError {
        PreparationError(.overloaded, "No descriptor is left for a rendition")
    }

    /// An idle worker, if there is one, for a place that was got at the gate.
    private func lease() -> WorkerProcess? {
        workers.withLock { workers in
            workers.leased += 1
            return workers.idle.popLast()
        }
    }

    /// Gives the job to a worker, and the worker back only when it behaved.
    private func perform(_ job: Job) async throws(PreparationError) -> WorkerAnswer {
        guard await gate.enter(until: job.deadline) else { throw PreparationError(.deadline, stage: job.stage) }
        defer { gate.leave() }
        let kept = lease()
        defer { workers.withLock { $0.leased -= 1 } }
        let program = program
        let threads = threads
        let (worker, answer) = try await lane.run { () throws(PreparationError) in
            let worker =
                if let kept, kept.isRunning { kept } else { try WorkerProcess(program: program, threads: threads) }
            return (worker, try worker.perform(job, startBudget: Self.startBudget))
        }
        if worker.isFresh { workers.withLock { $0.idle.append(worker) } }
        if case .failed(let problem) = answer { throw problem }
        return answer
    }
}

extension WorkerAnswer {
    /// The facts this answer must be.
    fileprivate func facts() throws(PreparationError) -> MediaFacts {
        guard case .recognized(let facts) = self else {
            throw PreparationError(.internalFault, "A worker gave a wrong answer")
        }
        return facts
    }

    /// The report this answer must be.
    fileprivate func report() throws(PreparationError) -> RenderReport {
        guard case .rendered(let report) = self else {
            throw PreparationError(.internalFault, "A worker gave a wrong answer")
        }
        return report
    }
}
