internal import AttachmentModel

extension TranscodeRecipe {
    /// Containers that say of each sample what MPEG-4 has to know; others leave out when one is shown.
    private static let sources: Set<MediaKind> = [.matroska]

    /// What the device plays, and the tags under which it does.
    private static let tags = ["h264": "avc1", "hevc": "hvc1"]

    /// Lets the streams stay that the device plays, where the whole movie does and is small enough.
    mutating func copyWhatPlays(in facts: MediaFacts) {
        guard Self.sources.contains(kind), end == nil, facts.bytes <= mostBytesOfCopy,
            let codec = facts.codec(.picture), let tag = Self.tags[codec],
            !facts.tracks.contains(where: {
                $0.role == .picture && $0.unplayable(beside: Rulebook.playableCodecs) != nil
            })
        else { return }
        picture?.copiedAs = tag
        sound?.isCopied = facts.codec(.sound) == "aac"
    }

    /// Bytes that a movie may have whose picture stays as it is.
    private var mostBytesOfCopy: Int { min(cap, Int(Double(goal) * Rulebook.goalTolerance)) }

    /// Whether the picture stays as it is.
    package var isCopyingPicture: Bool { picture?.copiedAs != nil }

    /// Whether nothing is encoded anew.
    package var isCopyingAll: Bool { isCopyingPicture && sound?.isCopied != false }

    /// Whether a copy of so many bytes will do.
    func takesCopy(of bytes: Int) -> Bool { bytes <= mostBytesOfCopy }

    /// The same with everything encoded anew.
    package var encoded: TranscodeRecipe {
        var recipe = self
        recipe.picture?.copiedAs = nil
        recipe.sound?.isCopied = false
        return recipe
    }
}

extension MediaFacts {
    /// The codec of the first track with a role; of a file whose tracks are not told, pictures come first.
    fileprivate func codec(_ role: TrackFacts.Role) -> String? {
        guard tracks.isEmpty else { return tracks.first { $0.role == role }?.codec }
        return role == .picture ? codecs.first : codecs.dropFirst().first
    }
}
