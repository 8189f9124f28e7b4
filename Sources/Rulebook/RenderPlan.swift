package import AttachmentModel

/// What will be done with a file: decided from its facts and the profile before a pixel is touched.
package struct RenderPlan: Hashable, Codable, Sendable {
    package enum Path: Hashable, Codable, Sendable {
        /// Publish the bytes as they are.
        case pass
        /// Decode, shape and encode a picture.
        case picture(PictureRecipe)
        /// Decode, shape and encode every frame of an animation.
        case animation(AnimationRecipe)
    }

    package let path: Path

    /// Plans, or refuses with the reason.
    ///
    /// A file that iOS would show and that has the profile's geometry passes. Any other picture is rendered, still or
    /// moving. Movies and audio pass when iOS shows them as they are.
    package init(
        for facts: MediaFacts, profile: AttachmentProfile, limits: SourceLimits
    ) throws(PreparationError) {
        if let hopeless = facts.hopelessness(within: limits) { throw hopeless }
        let faults = facts.deviceFaults
        if !profile.rescue, let fault = faults.first { throw fault.error }
        if let recipe = AnimationRecipe(for: facts, profile: profile) {
            path = .animation(recipe)
        } else if let recipe = PictureRecipe(for: facts, profile: profile) {
            path = .picture(recipe)
        } else if let fault = faults.first {
            throw PreparationError(.renderUnsupported, "\(fault.words), and this version cannot convert it")
        } else if !Rulebook.publishes(facts.kind) {
            throw PreparationError(.renderUnsupported, "Not every push client shows this type: \(facts.kind.words)")
        } else {
            path = .pass
        }
    }

    /// Checks that a rendition, recognised again, is what was planned: affix never publishes what it would refuse.
    package func prove(_ facts: MediaFacts, limits: SourceLimits) throws(PreparationError) {
        let fault = facts.hopelessness(within: limits) ?? facts.deviceFaults.first?.error
        if fault?.code == .mediaOverCap { throw PreparationError(.renderCapUnreachable) }
        if let fault {
            throw PreparationError(.internalFault, "The rendition failed its own check", detail: fault.message)
        }
        if case .animation(let recipe) = path { try Self.check(facts, isOf: recipe) }
        guard case .picture(let recipe) = path else { return }
        // A file of several pictures, such as a TIFF with its own small copies, of which a decoder chose another.
        guard facts.width == recipe.width, facts.height == recipe.height else {
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

extension RenderPlan {
    /// The part of the upright source that is kept; `nil` when all of it is.
    package var crop: CropReport? {
        switch path {
        case .pass: nil
        case .picture(let recipe): recipe.crop
        case .animation(let recipe): recipe.crop
        }
    }

    /// An animation may have become smaller than planned, or a still; it never became larger, nor anything foreign.
    private static func check(_ facts: MediaFacts, isOf recipe: AnimationRecipe) throws(PreparationError) {
        let (width, height) = (facts.width ?? .max, facts.height ?? .max)
        guard width <= recipe.width, height <= recipe.height, facts.kind == .gif || !facts.isAnimated,
            facts.traits.isDisjoint(with: [.metadata, .trailingBytes, .colourProfile])
        else {
            throw PreparationError(
                .internalFault, "The rendition is not what was planned", detail: "\(facts.kind), \(width)x\(height)")
        }
    }
}
