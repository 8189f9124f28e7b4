package import AttachmentModel

/// What will be done with a file: decided from its facts and the profile before a pixel is touched.
package struct RenderPlan: Hashable, Codable, Sendable {
    package enum Path: Hashable, Codable, Sendable {
        /// Publish the bytes as they are.
        case pass
        /// Publish the same coded pictures without what is foreign to them.
        case copy(MediaKind)
        /// Decode, shape and encode a picture.
        case picture(PictureRecipe)
        /// Pack a movie or a sound anew without decoding it.
        case remux(RemuxRecipe)
        /// Decode, shape and encode every frame of an animation.
        case animation(AnimationRecipe)
        /// Decode a movie or a sound, and encode it anew.
        case transcode(TranscodeRecipe)
    }

    package let path: Path
    /// What is done where packing anew turns out to be no way, which only the samples tell.
    package let fallback: TranscodeRecipe?

    /// Whether coded pixels are published as they are, without the decoder's having a say.
    ///
    /// Facts for such a plan should be settled: rows may be lost, and bytes may hide behind those of a PNG.
    package var keepsPixels: Bool {
        switch path {
        case .pass, .copy: true
        case .picture, .remux, .animation, .transcode: false
        }
    }

    /// What a copy leaves out.
    static let foreign: Set<MediaTrait> = [.metadata, .trailingBytes]

    /// Plans, or refuses with the reason.
    ///
    /// A file that iOS would show and that has the profile's geometry passes. Any other picture is rendered, still or
    /// moving. Movies and audio that a copy makes fit are packed anew, and all others encoded.
    package init(
        for facts: MediaFacts, profile: AttachmentProfile, limits: SourceLimits
    ) throws(PreparationError) {
        if let hopeless = facts.hopelessness(within: limits) { throw hopeless }
        let faults = facts.deviceFaults
        if !profile.rescue, let fault = faults.first { throw fault.error }
        if let choice = try TimedChoice(for: facts, profile: profile) {
            (path, fallback) = (choice.path, choice.fallback)
            return
        }
        fallback = nil
        if let recipe = AnimationRecipe(for: facts, profile: profile) {
            path = .animation(recipe)
        } else if let recipe = PictureRecipe(for: facts, profile: profile) {
            path = .picture(recipe)
        } else if let fault = faults.first {
            throw PreparationError(.renderUnsupported, "\(fault.words), and this version cannot convert it")
        } else if facts.isAnimated, !facts.traits.isDisjoint(with: Self.foreign),
            facts.kind == .gif || !facts.traits.contains(.colourProfile)
        {
            // A PNG's colour profile has to stay, and then a copy is no better than the file.
            path = .copy(facts.kind)
        } else {
            path = .pass
        }
    }

    /// The plan that takes the place of one whose file could not be packed anew.
    package init(instead recipe: TranscodeRecipe) {
        path = .transcode(recipe)
        fallback = nil
    }

    /// Checks that a rendition, recognised again, is what was planned: affix never publishes what it would refuse.
    package func prove(_ facts: MediaFacts, limits: SourceLimits) throws(PreparationError) {
        let fault = facts.hopelessness(within: limits) ?? facts.deviceFaults.first?.error
        if fault?.code == .mediaOverCap { throw PreparationError(.renderCapUnreachable) }
        // Of two lengths that a movie gives only that of its head was known before.
        if let fault, fault.code == .mediaTooLong, case .remux = path { throw fault }
        if let fault {
            throw PreparationError(.internalFault, "The rendition failed its own check", detail: fault.message)
        }
        switch path {
        case .pass: break
        case .copy(let kind):
            if kind != facts.kind || !facts.traits.isDisjoint(with: Self.foreign) {
                throw PreparationError(.internalFault, "The copy is not what was planned")
            }
        case .remux(let recipe): try Self.prove(facts, by: recipe)
        case .transcode(let recipe): try recipe.prove(facts)
        case .picture(let recipe): try Self.prove(facts, by: recipe)
        case .animation(let recipe):
            // The ladder may end at a still of any kind, but nothing else moves.
            guard facts.kind == .gif || !facts.isAnimated else {
                throw PreparationError(.internalFault, "The animation became \(facts.kind.wordsForOne)")
            }
            try Self.prove(facts, by: recipe.still)
        }
    }

    /// A repacked file is of the kind that was planned, and would not be repacked once more.
    private static func prove(_ facts: MediaFacts, by recipe: RemuxRecipe) throws(PreparationError) {
        let end = recipe.seconds.map { $0 + Rulebook.secondsTolerated } ?? .infinity
        guard facts.kind == recipe.result, RemuxRecipe(for: facts) == nil, facts.duration ?? 0 <= end else {
            throw PreparationError(
                .internalFault, "The rendition is not what was planned",
                detail: "\(facts.kind), \(facts.traits.map(\.rawValue).sorted()), \(facts.warnings)")
        }
    }

    private static func prove(_ facts: MediaFacts, by recipe: PictureRecipe) throws(PreparationError) {
        // A file of several pictures, such as a TIFF with its own small copies, of which a decoder chose another.
        guard recipe.allows(width: facts.width ?? 0, height: facts.height ?? 0) else {
            let size = "\(facts.width ?? 0)x\(facts.height ?? 0)"
            throw PreparationError(.renderUnsupported, "The picture decodes to another size than it says: \(size)")
        }
        guard facts.orientation == 1,
            facts.traits.isDisjoint(with: [.metadata, .trailingBytes, .cmyk, .deep, .colourProfile]),
            !facts.warnings.contains(.jpegWithoutJFIF)
        else {
            throw PreparationError(
                .internalFault, "The rendition is not what was planned",
                detail:
                    "\(facts.width ?? 0)x\(facts.height ?? 0), \(facts.traits.map(\.rawValue).sorted()), \(facts.warnings)"
            )
        }
    }
}
