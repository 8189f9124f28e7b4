package import AttachmentModel

/// How a still picture is rendered.
package struct PictureRecipe: Hashable, Codable, Sendable {
    /// What the source is.
    package let kind: MediaKind
    /// Size of the result in pixels.
    package let width, height: Int
    /// The part of the upright source that is kept; `nil` when all of it is.
    package let crop: CropReport?
    /// Whether the result has fewer pixels than what is kept.
    package let isShrinking: Bool
    /// The JPEG quality to start from.
    package let quality: Int
    /// Bytes to aim for.
    package let goal: Int

    /// Kinds that a worker decodes as pictures.
    package static let decodable: Set<MediaKind> = [.jpeg, .png, .gif, .webp, .heic, .avif, .tiff]

    /// How much larger than its goal a picture may be that is published without encoding it again.
    private static let tolerance = 1.5

    /// `nil` when the file is no still picture, or needs no rendering.
    init?(for facts: MediaFacts, profile: AttachmentProfile) {
        guard facts.mediaClass == .image, let width = facts.width, let height = facts.height else { return nil }
        let fit = PictureFit(width: width, height: height, profile: profile)
        if facts.isAnimated && profile.animation == .keep {
            // An animated PNG that has the geometry passes; of any other only the first frame can be decoded.
            let mostBytes = Int(Double(profile.goals.animation) * Self.tolerance)
            let isPassing = facts.deviceFaults.isEmpty && fit.isIdentity && facts.bytes <= mostBytes
            guard facts.kind == .png, !isPassing else { return nil }
        } else if !facts.isAnimated {
            let mostBytes = min(Rulebook.cap(of: .image), Int(Double(profile.goals.still) * Self.tolerance))
            if facts.isClean && fit.isIdentity && facts.bytes <= mostBytes { return nil }
        }
        self.init(stillOf: facts, profile: profile)
    }

    /// The picture, or the first frame of it, rendered whether it needs it or not; `nil` when nothing decodes it.
    init?(stillOf facts: MediaFacts, profile: AttachmentProfile) {
        guard let width = facts.width, let height = facts.height else { return nil }
        let fit = PictureFit(width: width, height: height, profile: profile)
        guard Self.decodable.contains(facts.kind), facts.traits.isDisjoint(with: [.cgbi]),
            facts.codecs.isEmpty || facts.kind != .jpeg
        else { return nil }
        kind = facts.kind
        self.width = fit.width
        self.height = fit.height
        crop = fit.crop
        isShrinking = fit.isShrinking
        quality = profile.quality
        goal = profile.goals.still
    }
}

extension MediaFacts {
    /// Whether the bytes of a still can be published without change: upright, of plain colour, nothing to remove.
    fileprivate var isClean: Bool {
        Rulebook.shows(kind) && orientation == 1 && !warnings.contains(.jpegWithoutJFIF)
            && traits.isDisjoint(with: [.metadata, .trailingBytes, .cmyk, .deep, .colourProfile, .cgbi])
    }
}
