internal import AttachmentModel
internal import Digests
internal import FoundationEssentials
internal import Handover
internal import Publishing
internal import Rulebook

extension Receipt {
    /// Puts together what each stage found out.
    init(
        of publication: Publication, from download: borrowing Download, facts: MediaFacts, by plan: RenderPlan,
        as rendition: borrowing Rendition, for request: AttachmentRequest, timings: StageTimings
    ) {
        self.init(
            id: request.id ?? Self.id(of: request, digest: download.digest), url: publication.url,
            digest: publication.digest, expiresAt: publication.expiresAt, facts: rendition.facts,
            source: SourceSummary(url: request.source.redacted, digest: download.digest, facts: facts),
            origin: download.origin?.judged(), path: rendition.path, rulebook: Rulebook.version)
        steps = rendition.report.steps
        lost = rendition.report.lost
        crop = plan.crop
        attempts = download.attempts
        self.timings = timings
        warnings = rendition.facts.warnings
        warnings += Disagreement.warnings(facts.kind, source: request.source, origin: download.origin)
        if rendition.facts.bytes > request.profile.goals.bytes(for: rendition.facts) { warnings.append(.overGoal) }
        if !publication.isPublic { warnings.append(.notPublic) }
    }

    /// Names a request by what it asks for, so that the same request has the same id everywhere.
    static func id(of request: AttachmentRequest, digest: String) -> String {
        let source =
            switch request.source {
            case .link(let link): link
            case .file, .standardInput, .data, .bytes: digest
            }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let profile = (try? encoder.encode(request.profile)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return String(SHA256.digest(of: "\(Rulebook.version)\n\(profile)\n\(source)").prefix(32))
    }
}

extension AttachmentProfile.Goals {
    /// The goal for a file of this class.
    func bytes(for facts: MediaFacts) -> Int {
        switch facts.mediaClass {
        case .image: facts.isAnimated ? animation : still
        case .movie: movie
        case .audio: audio
        case .foreign: 0
        }
    }
}
