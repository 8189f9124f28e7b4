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
            let rendition = try await render(variant, for: profile, of: download, facts, turn: turn, until: &deadline)
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
        _ facts: MediaFacts, turn: consuming Turn, until deadline: inout Deadline
    ) async throws(PreparationError) -> Rendition {
        switch variant {
        case .profile(let profile):
            return try await render(download, facts, for: profile, turn: turn, until: &deadline)
        case .poster:
            let rendition = try await poster(of: download, facts, for: profile, until: deadline)
            turn.end()
            return rendition
        case .waveform:
            let recipe = try WaveformRecipe(for: facts, profile: profile, limits: configuration.limits)
            let rendition = try await workers.waveform(
                of: download, by: recipe, limits: configuration.limits, within: configuration.budgets.renderAudio,
                until: deadline)
            turn.end()
            return rendition
        }
    }
}

extension AttachmentRequest {
    /// Refuses profiles that contradict themselves.
    func check() throws(PreparationError) {
        try profile.check()
        for case .profile(let profile) in variants { try profile.check() }
    }
}
