package import AttachmentModel
internal import Confinement
package import FlowControl
package import Handover
internal import Synchronization
package import Transcoding

/// Runs of ffmpeg: in a lock of their own, and in a queue of their own, so that one of a minute delays no picture.
extension WorkerPool {
    /// What one run may use.
    package struct TranscodeBounds: Hashable, Sendable {
        /// Bytes of memory that it is thought to take; it waits until they are free.
        package var memory: Int
        /// Bytes that its output may have; more end it as `render-cap-unreachable`.
        package var fileSize: Int

        /// How far it stands back behind other programs: one that takes minutes, behind those that take milliseconds.
        package var niceness = 10

        package init(memory: Int, fileSize: Int) {
            self.memory = memory
            self.fileSize = fileSize
        }
    }

    /// Address space beyond what is really used: libraries, stacks, and what allocators keep for each thread.
    private static let addressSpace = 3 << 30
    /// Threads of decoders, filters and encoders may each burn the time that is left.
    private static let busyThreads = 8

    /// Runs ffmpeg once on a file, and fills another one, which is empty.
    ///
    /// Cancelling the task, and the deadline, end it with all that it started.
    ///
    /// - Parameter onProgress: takes the seconds of the result that are made, on a thread of its own.
    /// - Returns: what it complained of although it ended well.
    package func transcode(
        _ call: FFmpegCall, from input: borrowing OwnedDescriptor, into output: borrowing OwnedDescriptor,
        within bounds: TranscodeBounds, budget: Duration, until deadline: Deadline,
        onProgress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws(PreparationError) -> FFmpegComplaints {
        let job = try transcodeJob(call, from: input.number, into: output.number, within: bounds, budget: budget)
        try Self.check(await transcoders.enter(until: deadline), stage: .render)
        defer { transcoders.leave() }
        try await enterDecoders(cost: bounds.memory, stage: .render, until: deadline)
        defer { decoders.leave(weight: bounds.memory / 1_000) }
        do throws(PreparationError) {
            return try await run(job, budget: budget, until: deadline, onProgress: onProgress)
        } catch  where error.code == .overloaded && Job.empty(output.number) {
            // Whoever killed it hardly meant this file.
            return try await run(job, budget: budget, until: deadline, onProgress: onProgress)
        }
    }

    /// A run that is still to be begun; the descriptors stay the caller's.
    func transcodeJob(
        _ call: FFmpegCall, from input: Int32, into output: Int32, within bounds: TranscodeBounds, budget: Duration
    ) throws(PreparationError) -> TranscodeJob {
        guard let ffmpeg = configuration.ffmpeg else { throw PreparationError(.renderTranscoderMissing) }
        return TranscodeJob(
            program: configuration.transcoder,
            arguments: TranscoderArguments(
                memory: Self.addressSpace + bounds.memory,
                processorSeconds: Self.busyThreads * max(1, Int(budget.components.seconds)), fileSize: bounds.fileSize,
                niceness: bounds.niceness,
                isLocked: configuration.isLocked, program: ffmpeg, arguments: call.arguments),
            input: input, output: output)
    }

    /// Runs ffmpeg at once: the caller has waited for its turn and for memory.
    func run(
        _ job: TranscodeJob, budget: Duration, until deadline: Deadline,
        onProgress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws(PreparationError) -> FFmpegComplaints {
        let outcome = await withTaskCancellationHandler {
            await lane.run { job.outcome(until: deadline.within(budget), isOverall: deadline, onProgress) }
        } onCancel: {
            job.cancel()
        }
        if case .failure = outcome, Task.isCancelled { throw Self.calledOff(stage: .render) }
        return try outcome.get()
    }
}

extension WorkerPool.Configuration {
    /// The path of the program that locks itself down and becomes ffmpeg.
    fileprivate var transcoder: String {
        (program.lastIndex(of: "/").map { program[...$0] } ?? "") + TranscoderArguments.name
    }
}

/// One run, and the way to call it off from another thread.
final class TranscodeJob: Sendable {
    private enum State { case waiting, running(TranscoderProcess), calledOff }

    private let program: String
    private let arguments: TranscoderArguments
    private let input, output: Int32
    private let state = Mutex(State.waiting)

    init(program: String, arguments: TranscoderArguments, input: Int32, output: Int32) {
        self.program = program
        self.arguments = arguments
        self.input = input
        self.output = output
    }

    func outcome(
        until deadline: Deadline, isOverall: Deadline, _ onProgress: (Double) -> Void
    ) -> Result<FFmpegComplaints, PreparationError> {
        Result { () throws(PreparationError) in
            let process = try TranscoderProcess(program: program, arguments, input: input, output: output)
            state.withLock { state in
                if case .calledOff = state { process.kill() } else { state = .running(process) }
            }
            defer { state.withLock { $0 = .waiting } }
            var complaints = FFmpegComplaints()
            let ending = process.follow(until: deadline) { line in
                switch FFmpegLine(line) {
                case .made(let seconds): onProgress(seconds)
                case .progress: break
                case .complaint(let words): complaints.note(words)
                }
            }
            guard let ending else {
                throw isOverall.hasPassed()
                    ? PreparationError(.deadline, stage: .render) : PreparationError(.renderTimeout)
            }
            if let problem = complaints.problem(ending) { throw problem }
            return complaints
        }
    }

    func cancel() {
        state.withLock { state in
            if case .running(let process) = state { process.kill() }
            state = .calledOff
        }
    }
}
