package import AttachmentModel

/// How a still picture is rendered.
package struct PictureRecipe: Hashable, Codable, Sendable {
    /// What the source is.
    package let kind: MediaKind
    /// The part that is shown, and the size it becomes.
    package let fit: PictureFit
    /// What shows around a padded picture, and through a transparent one that becomes a JPEG.
    package let background: Colour
    /// What it is encoded as.
    package let format: AttachmentProfile.Format
    /// The JPEG quality to start from.
    package let quality: Int
    /// The JPEG quality below which the picture becomes smaller instead.
    package let floor: Int
    /// Bytes to aim for.
    package let goal: Int
    /// What samples mean as light, where it is not what a usual screen makes of them.
    package let colours: ColourCoding?
    /// Whether the coded pixels can stay as they are, if only what is foreign to them is left out.
    ///
    /// Whether that suffices is seen in the bytes; where it does not, the picture is rendered.
    package let mayCopy: Bool

    /// Kinds that a worker decodes as pictures.
    package static let decodable: Set<MediaKind> = [.jpeg, .png, .gif, .webp, .heic, .avif, .tiff, .bmp]

    /// How much larger than its goal a picture may be that is published without encoding it again.
    private static let tolerance = 1.5

    /// `nil` when the file is no still picture nor has to become one, or needs no rendering.
    init?(for facts: MediaFacts, profile: AttachmentProfile) {
        guard facts.mediaClass == .image, let width = facts.width, let height = facts.height else { return nil }
        let fit = PictureFit(width: width, height: height, profile: profile)
        if facts.isAnimated && profile.animation != .still {
            // Of any other animation only the first frame can be decoded.
            let mostBytes = Int(Double(profile.goals.animation) * Self.tolerance)
            let isPassing =
                facts.deviceFaults.isEmpty && facts.isSeparable && facts.coding?.framesOutside == nil && fit.isIdentity
                && facts.bytes <= mostBytes
            guard !AnimationRecipe.moves(facts), !isPassing else { return nil }
        } else if !facts.isAnimated {
            let mostBytes = min(Rulebook.cap(of: .image), Int(Double(profile.goals.still) * Self.tolerance))
            let isPublishable = Self.isPublishable(facts, fit, profile)
            if isPublishable && facts.isBare && facts.bytes <= mostBytes { return nil }
        }
        self.init(stillOf: facts, profile: profile)
    }

    /// Whether the coded pixels are what the profile asks for.
    private static func isPublishable(_ facts: MediaFacts, _ fit: PictureFit, _ profile: AttachmentProfile) -> Bool {
        facts.isPlain && fit.isIdentity && facts.kind.suits(profile.format)
    }

    /// The picture, or the first frame of it, rendered whether it needs it or not; `nil` when nothing decodes it.
    init?(stillOf facts: MediaFacts, profile: AttachmentProfile) {
        guard let width = facts.width, let height = facts.height else { return nil }
        let fit = PictureFit(width: width, height: height, profile: profile)
        guard Self.decodable.contains(facts.kind), facts.traits.isDisjoint(with: [.cgbi]),
            facts.hasDecodableCoding
        else { return nil }
        kind = facts.kind
        self.fit = fit
        background = profile.background
        format = profile.format
        quality = profile.quality
        floor = profile.floor
        goal = profile.goals.still
        // Decoders of other kinds bring samples to their full range themselves.
        let isNarrow = facts.kind == .png && facts.coding?.colours?.isFullRange == false
        colours = facts.coding?.colours.flatMap { $0.isPlain && !isNarrow ? nil : $0 }
        // Most of a file may be foreign to the picture: the bytes are judged when that is gone.
        mayCopy = facts.isSeparable && !facts.isAnimated && Self.isPublishable(facts, fit, profile)
    }

    /// The most bytes that a copy may have without being encoded again.
    package var mostBytesOfCopy: Int {
        min(Rulebook.cap(of: .image), Int(Double(goal) * Self.tolerance))
    }

    /// Size of the result in pixels.
    package var width: Int { fit.width }
    package var height: Int { fit.height }
}

extension PictureRecipe {
    /// Whether a rendition has the planned size, or the planned shape and less of it.
    func allows(width: Int, height: Int) -> Bool {
        if width == self.width && height == self.height { return true }
        guard width <= self.width, height <= self.height, width > 0, height > 0 else { return false }
        // Each side was rounded to whole pixels by itself, and none becomes less than one.
        let scale = max(Double(width) / Double(self.width), Double(height) / Double(self.height))
        return abs(Double(width) - max(1, Double(self.width) * scale)) <= 1.5
            && abs(Double(height) - max(1, Double(self.height) * scale)) <= 1.5
    }
}

extension MediaFacts {
    /// Whether the pixels are coded in a way that can be published: upright, of plain colour and inside the canvas.
    fileprivate var isPlain: Bool {
        Rulebook.shows(kind) && orientation == 1 && codecs.isEmpty && coding?.framesOutside == nil
            && traits.isDisjoint(with: [.cmyk, .deep, .colourProfile, .cgbi])
    }

    /// Whether what is foreign to the picture lies beside its coded pixels, where a copy can leave it out.
    fileprivate var isSeparable: Bool {
        // A copy of a GIF ends with its pixels.
        (kind == .gif || !carried.contains(.behindPixels)) && !warnings.contains(.checksumWrong)
            && (kind != .png || !warnings.contains(.endMissing))
    }

    /// Whether nothing is in the file but the picture.
    fileprivate var isBare: Bool {
        Set(warnings).isDisjoint(with: [.jpegWithoutJFIF, .endMissing, .checksumWrong])
            && traits.isDisjoint(with: [.metadata, .trailingBytes])
    }
}

extension MediaKind {
    /// Whether a file of this kind is what the profile asks for; an automatic choice changes nothing that is shown.
    fileprivate func suits(_ format: AttachmentProfile.Format) -> Bool {
        switch format {
        case .auto: true
        case .jpeg: self == .jpeg
        case .png: self == .png
        }
    }
}
