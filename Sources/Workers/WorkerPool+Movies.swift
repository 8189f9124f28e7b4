package import AttachmentModel
package import FlowControl
package import Handover
package import Rulebook
internal import Transcoding

extension WorkerPool {
    /// Encodes a movie or a sound anew, proves it by having it recognised again, and tells the share that is done.
    ///
    /// Callers wait in a queue of their own; no worker is held meanwhile.
    package func transcode(
        _ download: borrowing Download, facts: MediaFacts, by recipe: TranscodeRecipe, limits: SourceLimits,
        within budgets: StageBudgets, until deadline: Deadline,
        onProgress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws(PreparationError) -> Rendition {
        let ending = Deadline(in: budgets.render(recipe.result.mediaClass))
        var ladder = TranscodeLadder(recipe)
        var outcome: TranscodeLadder.Outcome?
        var (rung, complaints) = (recipe, FFmpegComplaints())
        var output = OwnedDescriptor.none
        while true {
            switch ladder.next(after: outcome) {
            case .giveUp: throw PreparationError(.renderCapUnreachable)
            case .encode(let next):
                rung = next
                output = try emptyOutput(for: next)
                do throws(PreparationError) {
                    complaints = try await encode(
                        download, facts, by: next, into: output, budget: ending.remaining(), until: deadline, onProgress
                    )
                    outcome = .whole(output.fileSize ?? 0)
                } catch {
                    outcome = try next.outcome(of: error)
                }
            case .accept:
                // ffmpeg makes something, or complains.
                guard output.fileSize ?? 0 > 0 else {
                    throw PreparationError(
                        .configurationMachine, "The program named as ffmpeg makes nothing", stage: .render)
                }
                var made = try await recognize(output, of: download, within: budgets, until: deadline)
                do throws(PreparationError) {
                    try RenderPlan(instead: rung).prove(made, limits: limits)
                } catch {
                    // A stream that was copied may be of a form that no device plays, which only its new head tells.
                    guard rung.isCopyingPicture else { throw error }
                    outcome = .uncopyable
                    continue
                }
                let report = rung.report(on: facts, in: made, complaints)
                made.warnings += report.warnings
                return Rendition(descriptor: output, facts: made, path: report.path, report: report)
            }
        }
    }

    private func encode(
        _ download: borrowing Download, _ facts: MediaFacts, by recipe: TranscodeRecipe,
        into output: borrowing OwnedDescriptor, budget: Duration, until deadline: Deadline,
        _ onProgress: @escaping @Sendable (Double) -> Void
    ) async throws(PreparationError) -> FFmpegComplaints {
        guard let call = FFmpegCall(recipe) else {
            throw PreparationError(.renderUnsupported, "ffmpeg is not given \(facts.kind.wordsForOne)")
        }
        let length = recipe.duration
        return try await transcode(
            call, from: download.descriptor, into: output,
            within: TranscodeBounds(memory: recipe.memory(for: facts), fileSize: recipe.mostBytes),
            budget: budget, until: deadline
        ) { seconds in
            if let length, length > 0 { onProgress(min(1, seconds / length)) }
        }
    }

    private func recognize(
        _ output: borrowing OwnedDescriptor, of download: borrowing Download, within budgets: StageBudgets,
        until deadline: Deadline
    ) async throws(PreparationError) -> MediaFacts {
        let proof = Job(
            request: .recognize(bytes: output.fileSize ?? 0), of: download.digest, descriptors: [output.number],
            stage: .render, budget: budgets.recognize, deadline: deadline)
        return try await perform(proof).facts()
    }

    private func emptyOutput(for recipe: TranscodeRecipe) throws(PreparationError) -> OwnedDescriptor {
        let file =
            configuration.room?.emptyFile(expecting: recipe.goal) ?? OwnedDescriptor.memory(named: "affix-rendition")
        guard let file else { throw PreparationError(.overloaded, "No descriptor is left for a rendition") }
        return file
    }
}

extension TranscodeRecipe {
    /// What a failure means for what is tried next; throws it on where nothing is.
    fileprivate func outcome(of error: PreparationError) throws(PreparationError) -> TranscodeLadder.Outcome {
        if error.code == .mediaNoPicture, let soundAlone { return .soundAlone(soundAlone) }
        if error.code == .renderCapUnreachable { return .tooLarge }
        if isCopyingPicture, error.blame == .media { return .uncopyable }
        throw error
    }

    fileprivate func report(
        on facts: MediaFacts, in made: MediaFacts, _ complaints: FFmpegComplaints
    ) -> RenderReport {
        var report = RenderReport()
        report.path = isCopyingAll ? .remux : .transcode
        report.steps = steps(on: facts, making: made)
        report.lost = losses(of: facts, in: made)
        if complaints.count > 0 { report.lost.append("what the decoder could not make out, \(complaints.count) times") }
        if hasEndedEarly(made) { report.warnings = [.trimmed] }
        return report
    }
}
