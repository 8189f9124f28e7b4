extension MediaFacts: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, mediaClass = "class", mime, uti, fileExtension = "extension", bytes, width, height, orientation,
            alpha
        case frames, duration, codecs, wholeness, traits, warnings, description, coding, tracks, carried
    }

    /// Reads what `encode(to:)` wrote; class, MIME, UTI and extension follow from the kind.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            kind: try values.decode(MediaKind.self, forKey: .kind), bytes: try values.decode(Int.self, forKey: .bytes))
        width = try values.decodeIfPresent(Int.self, forKey: .width)
        height = try values.decodeIfPresent(Int.self, forKey: .height)
        orientation = try values.decode(Int.self, forKey: .orientation)
        alpha = try values.decode(Bool.self, forKey: .alpha)
        frames = try values.decodeIfPresent(Int.self, forKey: .frames)
        duration = try values.decodeIfPresent(Double.self, forKey: .duration)
        codecs = try values.decode([String].self, forKey: .codecs)
        wholeness = try values.decode(Wholeness.self, forKey: .wholeness)
        traits = try values.decode(Set<MediaTrait>.self, forKey: .traits)
        warnings = try values.decode([MediaWarning].self, forKey: .warnings)
        description = try values.decodeIfPresent(String.self, forKey: .description)
        coding = try values.decodeIfPresent(PictureCoding.self, forKey: .coding)
        tracks = try values.decodeIfPresent([TrackFacts].self, forKey: .tracks) ?? []
        carried = try values.decodeIfPresent(Set<CarriedData>.self, forKey: .carried) ?? []
    }

    /// Writes the names that every front end shares; traits in a stable order.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(kind, forKey: .kind)
        try values.encode(mediaClass, forKey: .mediaClass)
        try values.encode(kind.mime, forKey: .mime)
        try values.encode(kind.uti, forKey: .uti)
        try values.encode(kind.fileExtension, forKey: .fileExtension)
        try values.encode(bytes, forKey: .bytes)
        try values.encodeIfPresent(width, forKey: .width)
        try values.encodeIfPresent(height, forKey: .height)
        try values.encode(orientation, forKey: .orientation)
        try values.encode(alpha, forKey: .alpha)
        try values.encodeIfPresent(frames, forKey: .frames)
        try values.encodeIfPresent(duration, forKey: .duration)
        try values.encode(codecs, forKey: .codecs)
        try values.encode(wholeness, forKey: .wholeness)
        try values.encode(traits.sorted { $0.rawValue < $1.rawValue }, forKey: .traits)
        try values.encode(warnings, forKey: .warnings)
        try values.encodeIfPresent(description, forKey: .description)
        try values.encodeIfPresent(coding, forKey: .coding)
        if !tracks.isEmpty { try values.encode(tracks, forKey: .tracks) }
        if !carried.isEmpty {
            try values.encode(carried.sorted { $0.rawValue < $1.rawValue }, forKey: .carried)
        }
    }
}
