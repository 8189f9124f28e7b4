package import AttachmentModel

/// How an animation is rendered: one box for all frames.
package struct AnimationRecipe: Hashable, Codable, Sendable {
    /// How the first frame is rendered where no animation meets the goal; its fit is that of every frame.
    package let still: PictureRecipe
    /// Bytes to aim for.
    package let goal: Int
    /// The size of a source that iOS shows as it is; `nil` when it does not.
    package let sourceBytes: Int?
    /// Whether the source has the geometry, so that it can be published where nothing smaller can be made of it.
    package let isSourceFitting: Bool
    /// Whether the coded frames can stay as they are, if only what is foreign to them is left out.
    package let mayCopy: Bool
    /// Whether anything but frames is in the source.
    package let carriesForeign: Bool

    /// Pixels of shrunk frames that are kept from one encoding to the next, four bytes each.
    ///
    /// Those of 480x480 for 3.5 seconds at 30 a second; frames of longer films are decoded again.
    package static let mostKeptPixels = 24_000_000

    /// How much larger than its goal an animation may be that is published without encoding it again.
    private static let tolerance = 1.5

    /// `nil` when the file is no animation that can be rendered, or needs no rendering.
    init?(for facts: MediaFacts, profile: AttachmentProfile) {
        guard Self.moves(facts), profile.animation == .keep,
            let still = PictureRecipe(stillOf: facts, profile: profile)
        else { return nil }
        let isLegal = facts.deviceFaults.isEmpty
        goal = profile.goals.animation
        // Beyond the canvas one viewer shows more than another.
        isSourceFitting = isLegal && still.fit.isIdentity && facts.coding?.framesOutside == nil
        if isSourceFitting && facts.bytes <= Self.mostBytesOfCopy(goal: goal) { return nil }
        sourceBytes = isLegal ? facts.bytes : nil
        carriesForeign = !facts.traits.isDisjoint(with: RenderPlan.foreign)
        // Most of a file may be foreign to its frames: the bytes are judged when that is gone.
        mayCopy = isSourceFitting && Rulebook.publishes(facts.kind) && carriesForeign
        self.still = still
    }

    /// Whether it is an animation whose frames can all be decoded: of a WebP only those that are upright.
    static func moves(_ facts: MediaFacts) -> Bool {
        facts.isAnimated && [.gif, .webp].contains(facts.kind) && facts.orientation == 1
    }

    private static func mostBytesOfCopy(goal: Int) -> Int {
        min(Rulebook.cap(of: .image), Int(Double(goal) * tolerance))
    }

    /// What the source is; its frames are composed by the decoder.
    package var kind: MediaKind { still.kind }

    /// The part of every frame that is shown, and the size it becomes before the ladder.
    package var fit: PictureFit { still.fit }

    /// The most bytes that a copy may have without being encoded again.
    package var mostBytesOfCopy: Int { Self.mostBytesOfCopy(goal: goal) }
}
