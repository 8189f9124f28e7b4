internal import AttachmentModel
internal import FlowControl
internal import Handover
internal import Rulebook
internal import Workers

extension Preparer {
    /// Makes what the profile asks for; of a movie that cannot be made fit perhaps its poster.
    func render(
        _ download: borrowing Download, _ facts: MediaFacts, for profile: AttachmentProfile, turn: consuming Turn,
        until deadline: inout Deadline, onProgress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws(PreparationError) -> Rendition {
        let problem: PreparationError
        do throws(PreparationError) {
            let plan = try RenderPlan(for: facts, profile: profile, limits: configuration.limits)
            return try await render(download, facts, by: plan, turn: turn, until: &deadline, onProgress: onProgress)
        } catch {
            problem = error
        }
        return try await substitute(for: download, facts, after: problem, for: profile, until: deadline)
    }

    /// Makes what the plan says.
    ///
    /// What has to be encoded by ffmpeg gives its turn at the workers to others and waits for one of its own.
    func render(
        _ download: borrowing Download, _ facts: MediaFacts, by plan: RenderPlan, turn: consuming Turn,
        until deadline: inout Deadline, onProgress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws(PreparationError) -> Rendition {
        let recipe: TranscodeRecipe
        if case .transcode(let planned) = plan.path {
            recipe = planned
        } else {
            do throws(PreparationError) {
                return try await workers.render(
                    download, facts: facts, by: plan, limits: configuration.limits,
                    within: configuration.budgets.render(facts.mediaClass), until: deadline)
            } catch {
                guard [.renderUnsupported, .renderCapUnreachable].contains(error.code), let fallback = plan.fallback
                else { throw error }
                recipe = fallback
            }
        }
        turn.end()
        // Refused before it waits for anybody.
        guard ffmpeg != nil else { throw PreparationError(.renderTranscoderMissing) }
        let turn = try await transcodes.take(&deadline)
        let rendition = try await workers.transcode(
            download, facts: facts, by: recipe, limits: configuration.limits, within: configuration.budgets,
            until: deadline, onProgress: onProgress)
        turn.end()
        return rendition
    }
}
