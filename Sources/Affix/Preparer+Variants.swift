internal import AttachmentModel
internal import FlowControl
internal import Handover
internal import Publishing
internal import Rulebook
internal import Workers

extension Preparer {
    /// Makes a further rendition of a download; what goes wrong is told beside the others.
    func variant(
        _ profile: AttachmentProfile, of download: borrowing Download, _ facts: MediaFacts, until deadline: Deadline
    ) async -> Variant {
        var deadline = deadline
        do throws(PreparationError) {
            let turn = try await turns.take(&deadline)
            let rendition = try await render(download, facts, by: profile, until: deadline)
            turn.end()
            let publication = try await shelf.publish(
                rendition, copyPath: nil, until: deadline.within(configuration.budgets.publish))
            let made = Variant.Rendition(
                url: publication.url, digest: publication.digest, facts: rendition.facts, path: rendition.path,
                steps: rendition.report.steps, lost: rendition.report.lost, crop: rendition.report.crop)
            return Variant(name: profile.name, outcome: .success(made))
        } catch {
            return Variant(name: profile.name, outcome: .failure(error))
        }
    }
}
