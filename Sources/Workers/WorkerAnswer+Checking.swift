internal import AttachmentModel
internal import Handover
internal import Rulebook

/// What the front believes of an answer: a worker may have been taken over by the file it opened.
extension WorkerAnswer {
    /// The facts this answer must be.
    func facts() throws(PreparationError) -> MediaFacts {
        guard case .recognized(let facts) = self, facts.isPlausible else { throw .wrongAnswer }
        return facts
    }

    /// The report this answer must be, of something that the plan allows.
    func report(of plan: RenderPlan) throws(PreparationError) -> RenderReport {
        guard case .rendered(let report) = self, report.isPlausible(for: plan) else { throw .wrongAnswer }
        return report
    }

    /// The frame this answer must be about.
    func pick() throws(PreparationError) -> FramePick {
        guard case .picked(let pick) = self, pick.number > 0, pick.picture?.isPlausible ?? false else {
            throw .wrongAnswer
        }
        return pick
    }

    /// The report this answer must be, of a drawing.
    func reportOfDrawing() throws(PreparationError) -> RenderReport {
        guard case .rendered(let report) = self, report.isPlausibleForDrawing else { throw .wrongAnswer }
        return report
    }

    /// Throws what the worker says went wrong, if that is its to say: the file's faults and its own, but no host's and
    /// none of this machine, for which a list would be stopped.
    func throwProblem() throws(PreparationError) {
        guard case .failed(let problem) = self else { return }
        let isItsOwn = [.recognize, .render].contains(problem.code.stage) && problem.retryAfter == nil
        guard isItsOwn, [problem.message, problem.detail ?? ""].allSatisfy({ $0.utf8.count <= MediaFacts.longestText })
        else { throw .wrongAnswer }
        throw problem
    }
}

extension RenderReport {
    /// What the finished file is; it must be as long as the file that is there.
    func proof(of output: borrowing OwnedDescriptor) throws(PreparationError) -> MediaFacts {
        guard let rendition, rendition.isPlausible, rendition.bytes == output.fileSize else { throw .wrongAnswer }
        return rendition
    }
}

extension PreparationError {
    fileprivate static var wrongAnswer: PreparationError {
        PreparationError(.internalFault, "A worker gave a wrong answer")
    }
}
