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
            return try await make(download, facts, by: profile, turn: turn, until: &deadline, onProgress)
        } catch {
            problem = error
        }
        return try await substitute(for: download, facts, after: problem, for: profile, until: deadline)
    }

    /// Plans and makes one rendition of a download.
    ///
    /// A picture that would be published with its coded pixels as they are is decoded first: what that shows may change
    /// the plan. What has to be encoded by ffmpeg gives its turn at the workers to others and waits for one of its own.
    private func make(
        _ download: borrowing Download, _ facts: MediaFacts, by profile: AttachmentProfile, turn: consuming Turn,
        until deadline: inout Deadline, _ onProgress: @escaping @Sendable (Double) -> Void
    ) async throws(PreparationError) -> Rendition {
        let limits = configuration.limits
        let budget = configuration.budgets.render(facts.mediaClass)
        var facts = facts
        var plan = try RenderPlan(for: facts, profile: profile, limits: limits)
        if plan.keepsPixels, facts.canBeSettled(within: limits) {
            facts = try await workers.settle(facts, of: download, within: budget, until: deadline)
            plan = try RenderPlan(for: facts, profile: profile, limits: limits)
        }
        let recipe: TranscodeRecipe
        if case .transcode(let planned) = plan.path {
            recipe = planned
        } else {
            do throws(PreparationError) {
                return try await workers.render(
                    download, facts: facts, by: plan, limits: limits, within: budget, until: deadline)
            } catch {
                guard [.renderUnsupported, .renderCapUnreachable].contains(error.code), let fallback = plan.fallback
                else { throw error }
                recipe = fallback
            }
        }
        turn.end()
        return try await encode(download, facts, by: recipe, until: &deadline, onProgress)
    }

    private func encode(
        _ download: borrowing Download, _ facts: MediaFacts, by recipe: TranscodeRecipe, until deadline: inout Deadline,
        _ onProgress: @escaping @Sendable (Double) -> Void
    ) async throws(PreparationError) -> Rendition {
        // Refused before it waits for anybody.
        guard ffmpeg != nil else { throw PreparationError(.renderTranscoderMissing) }
        // From here on it is known that this takes longer than a picture.
        onProgress(0)
        let turn = try await transcodes.take(&deadline)
        let rendition = try await workers.transcode(
            download, facts: facts, by: recipe, limits: configuration.limits, within: configuration.budgets,
            until: deadline, onProgress: onProgress)
        turn.end()
        return rendition
    }
}
