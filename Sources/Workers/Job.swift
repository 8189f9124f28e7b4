internal import AttachmentModel
internal import FlowControl
internal import Glibc
internal import Handover

/// One request to a worker, with how long it may take.
struct Job: Sendable {
    let request: WorkerRequest
    /// The digest of the input: what is to blame if the worker dies.
    let digest: String
    /// Bytes of memory that it will take, as far as that is known beforehand.
    let cost: Int
    /// The media, and the empty file for a rendition; they stay the caller's.
    let descriptors: [Int32]
    let stage: PreparationError.Stage
    let budget: Duration
    let deadline: Deadline

    init(
        request: WorkerRequest, of digest: String, cost: Int = 0, descriptors: [Int32],
        stage: PreparationError.Stage, budget: Duration, deadline: Deadline
    ) {
        self.request = request
        self.digest = digest
        self.cost = cost
        self.descriptors = descriptors
        self.stage = stage
        self.budget = budget
        self.deadline = deadline
    }
}

extension Job {
    /// Whether it decodes nothing.
    var isLight: Bool {
        switch request {
        case .recognize, .locate: true
        case .settle, .copy, .render, .remux, .animate, .pickFrame, .drawWaveform: false
        }
    }

    /// Empties what was written, for another try.
    ///
    /// - Returns: whether there can be one; what comes over a pipe comes once.
    func beginAnew() -> Bool {
        switch request {
        case .pickFrame, .drawWaveform: return false
        case .recognize, .locate, .settle, .copy, .render, .remux, .animate:
            return descriptors.count < 2 || Self.empty(descriptors[1])
        }
    }

    /// Takes all out of a file that was written into; `false` where it is none.
    static func empty(_ file: Int32) -> Bool { ftruncate(file, 0) == 0 && lseek(file, 0, SEEK_SET) == 0 }
}

extension WorkerProcess {
    /// Waits until the worker says that it is ready, does the job, and ends the worker if anything goes wrong.
    func perform(_ job: Job, startBudget: Duration) throws(PreparationError) -> WorkerAnswer {
        if !hasReported { _ = try report(until: job.deadline.within(startBudget)) }
        let deadline = job.deadline.within(job.budget)
        do throws(Channel.Fault) {
            try ask(job.request, with: job.descriptors)
            return try answer(until: deadline)
        } catch {
            throw problem(of: error, stage: job.stage, isOverall: job.deadline.hasPassed())
        }
    }

    /// The worker's first message.
    func report(until deadline: Deadline) throws(PreparationError) -> WorkerReport {
        let answer: WorkerAnswer
        do throws(Channel.Fault) {
            answer = try self.answer(until: deadline)
        } catch {
            let ending = end(patience: error == .closed ? 100 : 0)
            if error == .late {
                throw PreparationError(.deadline, "The worker did not start in time", stage: .recognize)
            }
            throw PreparationError(.configurationMachine, "The worker does not start", detail: ending.description)
        }
        switch answer {
        case .ready(let report):
            hasReported = true
            return report
        case .failed(let problem): throw problem
        default: throw PreparationError(.internalFault, "A worker gave a wrong answer")
        }
    }

    /// Ends the worker and says what that means for its item.
    private func problem(
        of fault: Channel.Fault, stage: PreparationError.Stage, isOverall: Bool
    ) -> PreparationError {
        let ending = end(patience: fault == .closed ? 100 : 0)
        switch fault {
        case .late where isOverall: return PreparationError(.deadline, stage: stage)
        case .late where stage == .recognize:
            return PreparationError(
                .renderTimeout, "Reading the structure of the file took too long and was stopped", stage: stage)
        case .late:
            return PreparationError(.renderTimeout, "Opening the file took too long and was stopped", stage: stage)
        // Its whole allowance of processor time is gone.
        case .closed where ending == .signal(SIGXCPU):
            return PreparationError(.renderTimeout, detail: ending.description, stage: stage)
        case .closed where ending.isFromOutside:
            return PreparationError(
                .overloaded, "The worker was killed from outside, as a machine does that has no memory left",
                detail: ending.description, stage: stage)
        case .closed, .garbled: return PreparationError(.renderCrashed, detail: ending.description, stage: stage)
        }
    }
}
