package import AttachmentModel

extension MediaFacts {
    /// Whether the structure leaves open if the picture is whole: a JPEG or GIF may lack its end and nothing else.
    package var isOpen: Bool { [.jpeg, .gif].contains(kind) && wholeness == .truncated && frames ?? 0 > 0 }

    /// Kinds whose decoder says so when rows are missing; of the others the structure tells all there is.
    private static let settled: Set<MediaKind> = [.jpeg, .png, .gif, .webp, .heic, .avif, .tiff, .bmp]

    /// Whether a worker decodes what a JPEG is coded by; of the other kinds decoding shows it.
    var hasDecodableCoding: Bool { kind != .jpeg || Set(codecs).isSubset(of: Rulebook.decodableJPEGs) }

    /// Whether decoding can tell more than the structure did, and is within the bounds.
    package func canBeSettled(within limits: SourceLimits) -> Bool {
        Self.settled.contains(kind) && width != nil && (wholeness == .complete || isOpen)
            && traits.isDisjoint(with: [.cgbi, .encrypted, .noPicture, .undecodable])
            && hasDecodableCoding
            && excess(over: limits) == nil
    }
}
