internal import AttachmentModel
internal import FlowControl
internal import Handover
internal import Rulebook
internal import Workers

extension Preparer {
    /// Plans and makes one rendition of a download.
    ///
    /// A picture that would be published with its coded pixels as they are is decoded first: what that shows may change
    /// the plan.
    func render(
        _ download: borrowing Download, _ facts: MediaFacts, by profile: AttachmentProfile, until deadline: Deadline
    ) async throws(PreparationError) -> Rendition {
        let limits = configuration.limits
        let budget = configuration.budgets.renderPicture
        var facts = facts
        var plan = try RenderPlan(for: facts, profile: profile, limits: limits)
        if plan.keepsPixels, facts.canBeSettled(within: limits) {
            facts = try await workers.settle(facts, of: download, within: budget, until: deadline)
            plan = try RenderPlan(for: facts, profile: profile, limits: limits)
        }
        return try await workers.render(
            download, facts: facts, by: plan, limits: limits, within: budget, until: deadline)
    }
}
