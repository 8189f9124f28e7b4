package import AttachmentModel
internal import Fetching
internal import FlowControl
internal import Handover
internal import Publishing
internal import Rulebook
internal import Workers

extension Preparer {
    /// A preview is drawn this large at most on a page; twice of it, for fine screens.
    private static let previewSide = 320

    /// What a preview is made by: twenty of them weigh as much as one attachment.
    ///
    /// What moves stands still, as in the list of a phone.
    private static let previewProfile = AttachmentProfile(
        name: "preview", geometry: .fit, width: previewSide, height: previewSide,
        goals: AttachmentProfile.Goals(still: 15_000), animation: .still, quality: 72, floor: 50)

    /// Makes a small picture of a published one, which lies on the shelf; nothing is published.
    ///
    /// - Throws: `render-unsupported` for what is no picture.
    package func preview(of receipt: Receipt) async throws(PreparationError) -> Preview {
        guard receipt.facts.mediaClass == .image else { throw PreparationError(.renderUnsupported) }
        var deadline = Deadline(in: .seconds(15))
        let file = shelf.path(digest: receipt.digest, facts: receipt.facts)
        let download = try await fetcher.fetch(.file(path: file), until: deadline, onProgress: { _, _ in })
        let turn = try await turns.take(&deadline)
        let facts = try await workers.recognize(
            download, limits: configuration.limits, within: configuration.budgets, until: deadline)
        let plan = try RenderPlan(for: facts, profile: Self.previewProfile, limits: configuration.limits)
        let rendition = try await workers.render(
            download, facts: facts, by: plan, limits: configuration.limits,
            within: configuration.budgets.renderPicture, until: deadline)
        turn.end()
        var bytes: [UInt8] = []
        try unsafe rendition.descriptor.forEachPiece(of: rendition.facts.bytes) { (piece) throws(PreparationError) in
            unsafe bytes.append(contentsOf: piece)
        }
        return Preview(
            bytes: bytes, mime: rendition.facts.kind.mime, width: rendition.facts.width ?? Self.previewSide,
            height: rendition.facts.height ?? Self.previewSide)
    }
}
