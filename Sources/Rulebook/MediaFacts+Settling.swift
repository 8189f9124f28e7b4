package import AttachmentModel

extension MediaFacts {
    /// Whether the structure leaves open if the picture is whole: a JPEG may lack its end and nothing else.
    package var isOpen: Bool { kind == .jpeg && wholeness == .truncated }

    /// Whether decoding can tell more than the structure did, and is within the bounds.
    package func canBeSettled(within limits: SourceLimits) -> Bool {
        PictureRecipe.decodable.contains(kind) && width != nil && (wholeness == .complete || isOpen)
            && traits.isDisjoint(with: [.cgbi, .encrypted]) && (kind != .jpeg || codecs.isEmpty)
            && excess(over: limits) == nil
    }
}
