internal import AttachmentModel
internal import Digests
internal import Handover
internal import Index
internal import Publishing
internal import Rulebook

extension Receipt {
    /// Names where the published file is now.
    mutating func move(to publication: Publication) {
        url = publication.url
        expiresAt = publication.expiresAt
        warnings.removeAll { $0 == .notPublic }
        if !publication.isPublic { warnings.append(.notPublic) }
    }

    /// Puts the variant with a digest in the place of the attachment, if it is not that already; `false` when there is none.
    mutating func show(_ digest: String) -> Bool {
        guard digest != self.digest else { return true }
        guard let variant = variants.lazy.compactMap({ try? $0.outcome.get() }).first(where: { $0.digest == digest })
        else { return false }
        let isPublic = !warnings.contains(.notPublic)
        (url, self.digest, bytes, facts) = (variant.url, digest, variant.facts.bytes, variant.facts)
        (path, steps, lost, crop) = (variant.path, variant.steps, variant.lost, variant.crop)
        warnings = variant.facts.warnings + (isPublic ? [] : [.notPublic])
        variants = []
        return true
    }

    /// Puts together what each stage found out.
    init(
        of publication: Publication, from download: borrowing Download, facts: MediaFacts,
        as rendition: borrowing Rendition, for request: AttachmentRequest
    ) {
        self.init(
            id: request.id ?? Self.id(of: request, digest: download.digest), url: publication.url,
            digest: publication.digest, expiresAt: publication.expiresAt, facts: rendition.facts,
            source: SourceSummary(url: request.source.redacted, digest: download.digest, facts: facts),
            origin: download.origin?.judged(), path: rendition.path, rulebook: Rulebook.version)
        steps = rendition.report.steps
        lost = rendition.report.lost
        crop = rendition.report.crop
        attempts = download.attempts
        warnings = rendition.facts.warnings
        warnings += Disagreement.warnings(facts.kind, source: request.source, origin: download.origin)
        if rendition.facts.bytes > request.profile.goals.bytes(for: rendition.facts) { warnings.append(.overGoal) }
        if DeviceWindow(bytes: rendition.facts.bytes).isTooSlow { warnings.append(.slowToLoad) }
        if facts.isAnimated && rendition.facts.mediaClass == .image && !rendition.facts.isAnimated {
            warnings.append(.animationLost)
        }
        if facts.mediaClass == .movie && rendition.facts.mediaClass == .image { warnings.append(.movieLost) }
        if !publication.isPublic { warnings.append(.notPublic) }
    }

    /// Names a request by what it asks for, so that the same request has the same id everywhere.
    static func id(of request: AttachmentRequest, digest: String) -> String {
        let source =
            switch request.source {
            case .link(let link): link
            case .file, .standardInput, .data, .bytes, .held: digest
            }
        let renditions = ([.profile(request.profile)] + request.variants).map(\.text)
        let text = ["\(Rulebook.version)"] + renditions + [source]
        return String(SHA256.digest(of: text.joined(separator: "\n")).prefix(32))
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
