/// A further rendition of the same source: by another profile, a poster or a waveform.
public struct Variant: Hashable, Sendable {
    /// What was published.
    public struct Rendition: Hashable, Sendable {
        /// What to put into the push.
        public var url: String
        /// SHA-256 of the published bytes, in hexadecimal.
        public var digest: String
        /// What was published.
        public var facts: MediaFacts
        /// How it came to be.
        public var path: RenderPath
        /// What was done, in order.
        public var steps: [String]
        /// What the receiver will miss.
        public var lost: [String]
        /// The part that was kept, when something was cut off.
        public var crop: CropReport?

        /// Makes the rendition of a variant.
        public init(
            url: String, digest: String, facts: MediaFacts, path: RenderPath, steps: [String], lost: [String],
            crop: CropReport?
        ) {
            self.url = url
            self.digest = digest
            self.facts = facts
            self.path = path
            self.steps = steps
            self.lost = lost
            self.crop = crop
        }
    }

    /// The name of its profile, or `poster` or `waveform`.
    public var name: String
    /// What came of it; a variant that fails costs neither the attachment nor the others.
    public var outcome: Result<Rendition, PreparationError>

    /// Makes a variant.
    public init(name: String, outcome: Result<Rendition, PreparationError>) {
        self.name = name
        self.outcome = outcome
    }
}

extension Variant: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, url, digest, bytes, facts, path, steps, lost, crop, problem
    }

    /// Reads what `encode(to:)` wrote.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        if let problem = try values.decodeIfPresent(PreparationError.self, forKey: .problem) {
            outcome = .failure(problem)
        } else {
            outcome = .success(
                Rendition(
                    url: try values.decode(String.self, forKey: .url),
                    digest: try values.decode(String.self, forKey: .digest),
                    facts: try values.decode(MediaFacts.self, forKey: .facts),
                    path: try values.decode(RenderPath.self, forKey: .path),
                    steps: try values.decode([String].self, forKey: .steps),
                    lost: try values.decode([String].self, forKey: .lost),
                    crop: try values.decodeIfPresent(CropReport.self, forKey: .crop)))
        }
    }

    /// Writes either the rendition or the problem; the other is null.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(name, forKey: .name)
        switch outcome {
        case .success(let rendition):
            try values.encode(rendition.url, forKey: .url)
            try values.encode(rendition.digest, forKey: .digest)
            try values.encode(rendition.facts.bytes, forKey: .bytes)
            try values.encode(rendition.facts, forKey: .facts)
            try values.encode(rendition.path, forKey: .path)
            try values.encode(rendition.steps, forKey: .steps)
            try values.encode(rendition.lost, forKey: .lost)
            try values.encode(rendition.crop, forKey: .crop)
            try values.encodeNil(forKey: .problem)
        case .failure(let problem):
            try values.encodeNil(forKey: .url)
            try values.encode(problem, forKey: .problem)
        }
    }
}
