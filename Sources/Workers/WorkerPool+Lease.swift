internal import AttachmentModel
internal import FlowControl
internal import Handover
internal import Synchronization

/// How a job gets its worker, and what becomes of the worker afterwards.
extension WorkerPool {
    /// A worker gets this long to start and lock itself down, inside the deadline of its first item.
    private static let startBudget = Duration.seconds(10)

    func newWorker() throws(PreparationError) -> WorkerProcess {
        let argument = WorkerArgument(threads: configuration.threads, isLocked: configuration.isLocked)
        let worker = try WorkerProcess(program: configuration.program, argument)
        started.add(1, ordering: .relaxed)
        return worker
    }

    /// Gives the job to a worker, and the worker back only when it behaved.
    ///
    /// Cancelling the task kills the worker: what it would have answered nobody wants.
    func perform(_ job: Job) async throws(PreparationError) -> WorkerAnswer {
        try refusePoison(job)
        try await enterDecoders(cost: job.cost, stage: job.stage, until: job.deadline)
        defer { decoders.leave(weight: job.cost / 1_000) }
        try Self.check(await places.enter(until: job.deadline), stage: job.stage)
        defer { places.leave() }
        do throws(PreparationError) {
            return try await attempt(job)
        } catch  where error.code == .overloaded && job.beginAnew() {
            // Whoever killed the worker hardly meant this file.
            return try await attempt(job)
        }
    }

    private func attempt(_ job: Job) async throws(PreparationError) -> WorkerAnswer {
        let kept = lease()
        defer { workers.withLock { $0.leased -= 1 } }
        let worker: WorkerProcess
        if let kept, kept.isRunning {
            worker = kept
        } else {
            worker = try await lane.run { [self] () throws(PreparationError) in try newWorker() }
        }
        let answer = try await answer(of: worker, to: job)
        if worker.isFresh(after: job) { workers.withLock { $0.idle.append(worker) } }
        try answer.throwProblem()
        return answer
    }

    private func answer(of worker: WorkerProcess, to job: Job) async throws(PreparationError) -> WorkerAnswer {
        let outcome = await withTaskCancellationHandler {
            await lane.run { () -> Result<WorkerAnswer, PreparationError> in
                if worker.isNearlyDone { self.addSuccessor() }
                return Result { () throws(PreparationError) in try worker.perform(job, startBudget: Self.startBudget) }
            }
        } onCancel: {
            worker.kill()
        }
        if case .failure(let problem) = outcome {
            if Task.isCancelled { throw Self.calledOff(stage: job.stage) }
            failed.add(1, ordering: .relaxed)
            if problem.code == .renderCrashed, !job.digest.isEmpty {
                workers.withLock { $0.poison.note(job.digest, at: .now) }
            }
        }
        return try outcome.get()
    }

    private func refusePoison(_ job: Job) throws(PreparationError) {
        guard workers.withLock({ $0.poison.refuses(job.digest, at: .now) }) else { return }
        throw PreparationError(.renderPoisonous, stage: job.stage)
    }

    /// Waits until the memory that the work will need is free.
    func enterDecoders(
        cost: Int, stage: PreparationError.Stage, until deadline: Deadline
    ) async throws(PreparationError) {
        guard cost <= memory else {
            let (needed, allowed) = (cost / 1_000_000, memory / 1_000_000)
            throw PreparationError(
                .renderOutOfMemory, "Decoding the file takes about \(needed) MB, and \(allowed) MB may be used",
                stage: stage)
        }
        try Self.check(await decoders.enter(weight: cost / 1_000, until: deadline), stage: stage)
    }

    static func check(_ entry: Gate.Entry, stage: PreparationError.Stage) throws(PreparationError) {
        switch entry {
        case .through: return
        case .late where Task.isCancelled: throw calledOff(stage: stage)
        case .late: throw PreparationError(.deadline, stage: stage)
        case .crowded: throw PreparationError(.overloaded, stage: stage)
        }
    }

    static func calledOff(stage: PreparationError.Stage) -> PreparationError {
        PreparationError(.deadline, "The preparation was called off", stage: stage)
    }

    private func addSuccessor() {
        guard workers.withLock({ $0.successor == nil }), let worker = try? newWorker() else { return }
        workers.withLock { $0.successor = $0.successor ?? worker }
    }

    /// An idle worker, if there is one, for a place that was got at the gate.
    private func lease() -> WorkerProcess? {
        workers.withLock { workers in
            workers.leased += 1
            return workers.idle.popLast() ?? workers.successor.take()
        }
    }
}
