package import AttachmentModel
package import FlowControl
package import Handover
package import Rulebook
internal import Synchronization
internal import Transcoding

/// Work in which ffmpeg decodes and a worker makes something of what it sends over a pipe, as long as it is of use.
extension WorkerPool {
    /// A picture that was taken from a movie, as a file of its own.
    package struct Still: ~Copyable, Sendable {
        /// The bitmap.
        package let download: Download
        package let facts: MediaFacts
        /// Which picture of the movie it is, counted from 1.
        package let number: Int
        /// Whether it shows something; if not, no other one of the first seconds shows more.
        package let isLively: Bool
    }

    /// Finds the picture that stands for a movie.
    package func still(
        of download: borrowing Download, by recipe: PosterRecipe, within budget: Duration, until deadline: Deadline
    ) async throws(PreparationError) -> Still {
        guard let output = OwnedDescriptor.memory(named: "affix-still"), let call = FFmpegCall(recipe) else {
            throw Self.noDescriptor
        }
        let pick = try await stream(
            call, of: download, to: .pickFrame(mostPixels: recipe.mostPixels), into: output, memory: recipe.memory,
            within: budget, until: deadline
        ).pick()
        guard let facts = pick.picture, facts.kind == .bmp, facts.bytes == output.fileSize else {
            throw PreparationError(.internalFault, "A worker gave a wrong answer")
        }
        return Still(
            download: Download(output, count: facts.bytes, of: download), facts: facts, number: pick.number,
            isLively: pick.isLively)
    }

    /// Draws how loud a sound is over time, and proves the picture.
    package func waveform(
        of download: borrowing Download, by recipe: WaveformRecipe, limits: SourceLimits, within budget: Duration,
        until deadline: Deadline
    ) async throws(PreparationError) -> Rendition {
        guard let output = OwnedDescriptor.memory(named: "affix-rendition"), let call = FFmpegCall(recipe) else {
            throw Self.noDescriptor
        }
        let report = try await stream(
            call, of: download, to: .drawWaveform(recipe: recipe), into: output, memory: recipe.memory, within: budget,
            until: deadline
        ).reportOfDrawing()
        let facts = try report.proof(of: output)
        try recipe.prove(facts, limits: limits)
        return Rendition(descriptor: output, facts: facts, path: report.path, report: report)
    }

    /// Runs ffmpeg into a pipe and a worker out of it, at the same time; ffmpeg is ended when the worker has enough.
    private func stream(
        _ call: FFmpegCall, of download: borrowing Download, to request: WorkerRequest,
        into output: borrowing OwnedDescriptor, memory: Int, within budget: Duration, until deadline: Deadline
    ) async throws(PreparationError) -> WorkerAnswer {
        try Self.check(await streamers.enter(until: deadline), stage: .render)
        defer { streamers.leave() }
        try await enterDecoders(cost: memory, stage: .render, until: deadline)
        defer { decoders.leave(weight: memory / 1_000) }
        do throws(PreparationError) {
            return try await pass(
                call, of: download, to: request, into: output, memory: memory, within: budget, until: deadline)
        } catch  where error.code == .overloaded && Job.empty(output.number) {
            // Whoever killed one of them hardly meant this file.
            return try await pass(
                call, of: download, to: request, into: output, memory: memory, within: budget, until: deadline)
        }
    }

    private func pass(
        _ call: FFmpegCall, of download: borrowing Download, to request: WorkerRequest,
        into output: borrowing OwnedDescriptor, memory: Int, within budget: Duration, until deadline: Deadline
    ) async throws(PreparationError) -> WorkerAnswer {
        guard var pipe = Pipe() else { throw Self.noDescriptor }
        // A pipe is no file, whose size could be bounded: the worker takes no more than it has room for.
        var bounds = TranscodeBounds(memory: memory, fileSize: 1 << 20)
        bounds.niceness = 0
        let run = try transcodeJob(
            call, from: download.descriptor.number, into: pipe.writing.number, within: bounds, budget: budget)
        let job = Job(
            request: request, of: download.digest, descriptors: [pipe.reading.number, output.number], stage: .render,
            budget: budget, deadline: deadline)
        let end = WritingEnd(pipe.takeWriting())
        async let ending = decode(run, into: end, budget: budget, until: deadline)
        do throws(PreparationError) {
            let answer = try await perform(job)
            // A sound is drawn to its end, and nobody may take a part for it.
            if case .drawWaveform = request, case .failure(let cause) = await ending, cause.code == .overloaded {
                throw cause
            }
            return answer
        } catch {
            // Where nothing came out, ffmpeg knows why.
            if error.code == .mediaNoPicture, case .failure(let cause) = await ending { throw cause }
            throw error
        }
    }

    private func decode(
        _ run: TranscodeJob, into end: WritingEnd, budget: Duration, until deadline: Deadline
    ) async -> Result<FFmpegComplaints, PreparationError> {
        defer { end.close() }
        do throws(PreparationError) {
            return .success(try await self.run(run, budget: budget, until: deadline))
        } catch {
            return .failure(error)
        }
    }
}

/// The end of a pipe that is written to: the other one sees the end of the stream only when nobody holds it any more.
private final class WritingEnd: Sendable {
    private let descriptor: Mutex<OwnedDescriptor?>

    init(_ descriptor: consuming sending OwnedDescriptor) {
        self.descriptor = Mutex(descriptor)
    }

    func close() {
        descriptor.withLock { $0 = nil }
    }
}
