package import AttachmentModel

/// How a movie or a sound is packed anew without being decoded.
package struct RemuxRecipe: Hashable, Codable, Sendable {
    /// What the source is.
    package let kind: MediaKind
    /// What it becomes.
    package let result: MediaKind
    /// Bytes that the result may have.
    package let cap: Int
    /// Seconds after which it ends, or up to half a second earlier; `nil` for all of it.
    package let seconds: Double?

    /// What each kind becomes, and the codecs that go along.
    ///
    /// Plain samples are all that every player takes in a WAV or an AIFF.
    private static let rows: [MediaKind: (result: MediaKind, codecs: Set<String>)] = {
        let sounds: Set = ["aac", "alac", "mp3"]
        let movies = sounds.union(["h264", "hevc", Rulebook.retaggableCodec])
        return [
            .mp4: (.mp4, movies), .mov: (.mp4, movies), .m4v: (.mp4, movies), .threeGP: (.mp4, movies),
            .m4a: (.m4a, sounds), .adts: (.m4a, ["aac"]), .mp3: (.mp3, ["mp3"]), .wav: (.wav, ["pcm"]),
            .aiff: (.aiff, ["pcm"]),
        ]
    }()

    package init(kind: MediaKind, result: MediaKind, cap: Int, seconds: Double? = nil) {
        self.kind = kind
        self.result = result
        self.cap = cap
        self.seconds = seconds
    }

    /// `nil` when the file needs no packing, or must be encoded anew.
    ///
    /// - Parameters:
    ///   - seconds: where it has to end.
    ///   - cap: bytes that the result may have; by default what iOS takes.
    init?(for facts: MediaFacts, endingAt seconds: Double? = nil, under cap: Int? = nil) {
        guard let row = Self.rows[facts.kind], facts.plays(row.codecs) else { return nil }
        guard seconds != nil || !facts.publishes(as: row.result) else { return nil }
        let cap = cap ?? Rulebook.cap(of: row.result.mediaClass)
        let kept = seconds.flatMap { end in facts.duration.map { min(1, end / $0) } } ?? 1
        // The index alone never makes the difference; a cover or what follows the end may.
        guard Double(facts.bytes) * kept <= Double(cap) || facts.hasLargeMatter else { return nil }
        kind = facts.kind
        result = row.result
        self.cap = cap
        self.seconds = seconds
    }

    /// What the recipe does to the file, in order.
    func work(on facts: MediaFacts) -> [Verdict.Work] {
        var work: [Verdict.Work] = seconds == nil ? [] : [.trim]
        if kind != result || facts.isPackedUnusually { work.append(.remux) }
        if facts.codecs.contains(Rulebook.retaggableCodec) { work.append(.retag) }
        if facts.hasForeignMatter { work.append(.strip) }
        return work
    }
}

extension MediaFacts {
    /// Whether there is anything that is left out of every movie and sound that is published.
    fileprivate var hasForeignMatter: Bool {
        !carried.isEmpty || !traits.isDisjoint(with: [.metadata, .coverArt, .trailingBytes])
            || tracks.contains { $0.role == .other || $0.role == .cover }
    }

    /// Whether what is left out may be so much that it makes the difference: words, a date and a place never are.
    fileprivate var hasLargeMatter: Bool {
        carried.contains(.application) || !traits.isDisjoint(with: [.coverArt, .trailingBytes])
            || tracks.contains { $0.role == .other || $0.role == .cover }
            // Frames of an ID3 tag hold whatever somebody puts there.
            || kind == .mp3 && hasForeignMatter
    }

    /// Whether the bytes can be published without change as far as packing goes.
    fileprivate func publishes(as result: MediaKind) -> Bool {
        kind == result && !isPackedUnusually && !hasForeignMatter && unplayableCodec == nil
    }

    /// Whether iOS takes the packing but some player or push client does not.
    fileprivate var isPackedUnusually: Bool {
        !traits.isDisjoint(with: [.moovLast, .fragmented, .openLength])
            || warnings.contains { [.unusualBrand, .mp3WithoutID3, .moovLast, .endMissing].contains($0) }
    }

    /// Whether a track of these codecs is there for all that is to be seen or heard: further ones can stay behind.
    fileprivate func plays(_ wanted: Set<String>) -> Bool {
        guard !tracks.isEmpty else { return codecs.allSatisfy(wanted.contains) }
        return [TrackFacts.Role.picture, .sound].allSatisfy { role in
            let own = tracks.filter { $0.role == role }
            return own.isEmpty || own.contains { $0.unplayable(beside: wanted) == nil }
        }
    }

    /// The first codec that a sound of its own packing should not have: iOS plays it, other players may not.
    var unpublishedCodec: String? {
        guard [.wav, .aiff].contains(kind) else { return nil }
        return codecs.first { $0 != "pcm" }
    }
}

extension TrackFacts {
    /// Profiles with 8 bits and a quarter of the colours, as every decoder of Apple's takes them; those of HEVC with ten
    /// bits too.
    private static let profiles: [String: Set<String>] = [
        "h264": ["baseline", "constrained baseline", "main", "high"],
        "hevc": ["main", "main 10", "main still picture"], "hev1": ["main", "main 10", "main still picture"],
    ]

    /// What of the track is not among the wanted codecs, or needs more than the device's decoder; `nil` when nothing.
    func unplayable(beside wanted: Set<String>) -> String? {
        guard let codec else { return "an unnamed codec" }
        guard wanted.contains(codec) else { return codec }
        guard let profile, let allowed = Self.profiles[codec], !allowed.contains(profile) else { return nil }
        return "\(codec) of the profile \(profile)"
    }
}
