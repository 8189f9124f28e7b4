extension Receipt: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, status, problem, url, digest, bytes, expiresAt = "expires_at", facts, source, origin, path, steps
        case lost, warnings, crop, variants, attempts, rulebook, remembered, deviceWindow = "device_window", timings
    }

    /// Reads what `encode(to:)` wrote.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(String.self, forKey: .id)
        status = try values.decode(Status.self, forKey: .status)
        url = try values.decode(String.self, forKey: .url)
        digest = try values.decode(String.self, forKey: .digest)
        bytes = try values.decode(Int.self, forKey: .bytes)
        expiresAt = try values.decode(String.self, forKey: .expiresAt)
        facts = try values.decode(MediaFacts.self, forKey: .facts)
        source = try values.decode(SourceSummary.self, forKey: .source)
        origin = try values.decodeIfPresent(OriginReport.self, forKey: .origin)
        path = try values.decode(RenderPath.self, forKey: .path)
        steps = try values.decode([String].self, forKey: .steps)
        lost = try values.decode([String].self, forKey: .lost)
        warnings = try values.decode([MediaWarning].self, forKey: .warnings)
        crop = try values.decodeIfPresent(CropReport.self, forKey: .crop)
        variants = try values.decode([Variant].self, forKey: .variants)
        attempts = try values.decode(Int.self, forKey: .attempts)
        rulebook = try values.decode(String.self, forKey: .rulebook)
        remembered = try values.decodeIfPresent(Bool.self, forKey: .remembered) ?? false
        timings = try values.decode(StageTimings.self, forKey: .timings)
    }

    /// Writes every name, absent ones as null, so that a reader need not guess.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(status, forKey: .status)
        try values.encodeNil(forKey: .problem)
        try values.encode(url, forKey: .url)
        try values.encode(digest, forKey: .digest)
        try values.encode(bytes, forKey: .bytes)
        try values.encode(expiresAt, forKey: .expiresAt)
        try values.encode(facts, forKey: .facts)
        try values.encode(source, forKey: .source)
        try values.encode(origin, forKey: .origin)
        try values.encode(path, forKey: .path)
        try values.encode(steps, forKey: .steps)
        try values.encode(lost, forKey: .lost)
        try values.encode(warnings, forKey: .warnings)
        try values.encode(crop, forKey: .crop)
        try values.encode(variants, forKey: .variants)
        try values.encode(attempts, forKey: .attempts)
        try values.encode(rulebook, forKey: .rulebook)
        try values.encode(remembered, forKey: .remembered)
        // Follows from the bytes, so that it is never read.
        try values.encode(DeviceWindow(bytes: bytes), forKey: .deviceWindow)
        try values.encode(timings, forKey: .timings)
    }
}
