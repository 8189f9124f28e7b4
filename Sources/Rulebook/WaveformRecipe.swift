package import AttachmentModel

/// How the picture of a sound is drawn.
package struct WaveformRecipe: Hashable, Codable, Sendable {
    /// What the source is.
    package let kind: MediaKind
    /// Size of the picture in pixels.
    package let width, height: Int

    /// Samples a second that are looked at: what is above 8 kHz adds little to how loud a sound is.
    package static let sampleRate = 16_000
    /// Bytes of memory that it takes, about: ffmpeg, its libraries, and the picture.
    package var memory: Int { 80_000_000 + 12 * width * height }

    /// Two to one, where the profile leaves the size as it is: a sound has none.
    private static let usual = (width: 1_024, height: 512)

    /// A picture in the profile's frame.
    ///
    /// - Throws: why there is nothing to draw.
    package init(
        for facts: MediaFacts, profile: AttachmentProfile, limits: SourceLimits
    ) throws(PreparationError) {
        if let hopeless = facts.hopelessness(within: limits) { throw hopeless }
        guard facts.isHeard else {
            throw PreparationError(
                .renderUnsupported,
                "Only what is heard has a waveform, and this is \(facts.kind.wordsForOne) without sound"
            )
        }
        kind = facts.kind
        (width, height) = profile.geometry == .keep ? Self.usual : (profile.width, profile.height)
    }

    /// Checks that what was drawn is what was planned.
    package func prove(_ facts: MediaFacts, limits: SourceLimits) throws(PreparationError) {
        guard facts.hopelessness(within: limits) == nil, facts.deviceFaults.isEmpty, facts.kind == .png,
            facts.width == width, facts.height == height, facts.traits.isDisjoint(with: [.metadata, .trailingBytes])
        else { throw PreparationError(.internalFault, "The waveform is not what was planned") }
    }
}

extension MediaFacts {
    /// Whether there is sound, as far as the file tells.
    fileprivate var isHeard: Bool {
        switch mediaClass {
        case .audio: true
        case .movie where tellsAllTracks: tracks.contains { $0.role == .sound }
        case .movie: kind == .transportStream || codecs.count != 1
        case .image, .foreign: false
        }
    }
}
