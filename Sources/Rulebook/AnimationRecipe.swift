package import AttachmentModel

/// How an animation is rendered: one box for all frames.
package struct AnimationRecipe: Hashable, Codable, Sendable {
    /// What the source is; its frames are composed by the decoder.
    package let kind: MediaKind
    /// Size of the result in pixels, before the ladder.
    package let width, height: Int
    /// The part of every frame that is kept, in whole pixels.
    package let left, top, sourceWidth, sourceHeight: Int
    /// The same as a report; `nil` when all of the frame is kept.
    package let crop: CropReport?
    /// Bytes to aim for.
    package let goal: Int
    /// The size of a source that iOS shows as it is; `nil` when it does not.
    package let sourceBytes: Int?
    /// Whether the source has the geometry, so that it can be published where nothing smaller can be made of it.
    package let isSourceFitting: Bool
    /// How the first frame is rendered where no animation meets the goal.
    package let still: PictureRecipe

    /// How much larger than its goal an animation may be that is published without encoding it again.
    private static let tolerance = 1.5

    /// `nil` when the file is no animation that can be rendered, or needs no rendering.
    init?(for facts: MediaFacts, profile: AttachmentProfile) {
        guard facts.isAnimated, facts.kind == .gif || facts.kind == .webp, profile.animation == .keep,
            let width = facts.width, let height = facts.height,
            let still = PictureRecipe(stillOf: facts, profile: profile)
        else { return nil }
        let fit = PictureFit(width: width, height: height, profile: profile)
        let isLegal = facts.deviceFaults.isEmpty
        let mostBytes = Int(Double(profile.goals.animation) * Self.tolerance)
        if isLegal && fit.isIdentity && facts.bytes <= mostBytes { return nil }
        kind = facts.kind
        self.width = fit.width
        self.height = fit.height
        crop = fit.crop
        let box = fit.crop?.box
        left = Int(box?.x ?? 0)
        top = Int(box?.y ?? 0)
        sourceWidth = Int(box?.width ?? Double(width))
        sourceHeight = Int(box?.height ?? Double(height))
        goal = profile.goals.animation
        sourceBytes = isLegal ? facts.bytes : nil
        isSourceFitting = isLegal && fit.isIdentity
        self.still = still
    }

    /// What is done to every frame, in order.
    package var steps: [String] {
        var steps: [String] = []
        if crop != nil { steps.append("every frame cropped to \(sourceWidth)x\(sourceHeight) in the middle") }
        if width < sourceWidth || height < sourceHeight { steps.append("every frame shrunk to \(width)x\(height)") }
        return steps
    }
}
