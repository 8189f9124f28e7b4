internal import AttachmentModel
internal import FlowControl
internal import Handover
internal import Publishing
internal import Rulebook
internal import Workers

extension Preparer {
    /// Makes a further rendition of a download; what goes wrong is told beside the others.
    ///
    /// - Parameter profile: that of the request, which a poster and a waveform share.
    func make(
        _ variant: VariantRequest, for profile: AttachmentProfile, of download: borrowing Download,
        _ facts: MediaFacts, until deadline: Deadline
    ) async -> Variant {
        var deadline = deadline
        do throws(PreparationError) {
            let turn = try await turns.take(&deadline)
            let rendition = try await render(variant, for: profile, of: download, facts, until: deadline)
            turn.end()
            let publication = try await shelf.publish(
                rendition, copyPath: nil, until: deadline.within(configuration.budgets.publish))
            let made = Variant.Rendition(
                url: publication.url, digest: publication.digest, facts: rendition.facts, path: rendition.path,
                steps: rendition.report.steps, lost: rendition.report.lost, crop: rendition.report.crop)
            return Variant(name: variant.name, outcome: .success(made))
        } catch {
            return Variant(name: variant.name, outcome: .failure(error))
        }
    }

    private func render(
        _ variant: VariantRequest, for profile: AttachmentProfile, of download: borrowing Download,
        _ facts: MediaFacts, until deadline: Deadline
    ) async throws(PreparationError) -> Rendition {
        switch variant {
        case .profile(let profile):
            let plan = try RenderPlan(for: facts, profile: profile, limits: configuration.limits)
            return try await workers.render(
                download, facts: facts, by: plan, limits: configuration.limits,
                within: configuration.budgets.renderPicture, until: deadline)
        case .poster: return try await poster(of: download, facts, for: profile, until: deadline)
        case .waveform:
            let recipe = try WaveformRecipe(for: facts, profile: profile, limits: configuration.limits)
            return try await workers.waveform(
                of: download, by: recipe, limits: configuration.limits, within: configuration.budgets.renderAudio,
                until: deadline)
        }
    }

    /// Takes a picture from a movie and renders it as any other picture.
    func poster(
        of download: borrowing Download, _ facts: MediaFacts, for profile: AttachmentProfile, until deadline: Deadline
    ) async throws(PreparationError) -> Rendition {
        let (limits, budgets) = (configuration.limits, configuration.budgets)
        let recipe = try PosterRecipe(for: facts, profile: profile, limits: limits)
        let still = try await workers.still(
            of: download, by: recipe, within: budgets.renderAudio, until: deadline)
        let plan = try RenderPlan(for: still.facts, profile: PosterRecipe.profile(for: profile), limits: limits)
        let rendition = try await workers.render(
            still.download, facts: still.facts, by: plan, limits: limits, within: budgets.renderPicture, until: deadline
        )
        return rendition.following(still.words)
    }
}

extension WorkerPool.Still {
    /// What was done, in words.
    fileprivate var words: String {
        let choice = isLively ? "the first that shows something" : "none of the first seconds shows more"
        return "took frame \(number) of the movie, \(choice)"
    }
}

extension AttachmentRequest {
    /// Refuses profiles that contradict themselves.
    func check() throws(PreparationError) {
        try profile.check()
        for case .profile(let profile) in variants { try profile.check() }
    }
}
