public import AttachmentModel

/// The renditions of one attachment, as far as a payload speaks of them.
public struct PushMedia: Hashable, Sendable {
    /// One file that a phone can fetch.
    public struct Rendition: Hashable, Sendable {
        /// Its address.
        public var url: String
        /// SHA-256 of its bytes, in hexadecimal.
        public var digest: String
        /// What it is.
        public var facts: MediaFacts
        /// The part that a thumbnail shows, in units of the picture; `nil` where it may show all.
        public var clip: CropRectangle?

        /// Makes a rendition.
        public init(url: String, digest: String, facts: MediaFacts, clip: CropRectangle? = nil) {
            self.url = url
            self.digest = digest
            self.facts = facts
            self.clip = clip
        }
    }

    /// What is attached where there is room for one.
    public var main: Rendition
    /// The others.
    public var variants: [Rendition]
    /// Until when the addresses hold at least, in UNIX seconds; `nil` when that is not known.
    public var expires: Int?

    /// Makes the media of a payload.
    public init(main: Rendition, variants: [Rendition] = [], expires: Int? = nil) {
        self.main = main
        self.variants = variants
        self.expires = expires
    }

    /// The media that a receipt speaks of; variants that failed are left out.
    public init(_ receipt: Receipt) {
        func clip(_ facts: MediaFacts, _ crop: CropReport?) -> CropRectangle? {
            // A rendition that was not cropped shows in its thumbnail what the main one was cropped to.
            crop == nil ? receipt.crop?.unit ?? Self.middleSquare(of: facts) : Self.middleSquare(of: facts)
        }
        main = Rendition(
            url: receipt.url, digest: receipt.digest, facts: receipt.facts, clip: Self.middleSquare(of: receipt.facts))
        variants = receipt.variants.compactMap { variant in
            guard case .success(let made) = variant.outcome else { return nil }
            return Rendition(
                url: made.url, digest: made.digest, facts: made.facts, clip: clip(made.facts, made.crop))
        }
        expires = UTCTime.seconds(of: receipt.expiresAt)
    }

    /// All renditions, the smallest first: the first that arrives is the first that shows.
    var smallestFirst: [Rendition] {
        ([main] + variants).enumerated().sorted {
            ($0.element.facts.bytes, $0.offset) < ($1.element.facts.bytes, $1.offset)
        }.map(\.element)
    }

    /// The square in the middle of a picture that is none, which is the shape of a collapsed alert's thumbnail.
    ///
    /// Being in the middle, it is the same wherever the origin of its coordinates lies.
    private static func middleSquare(of facts: MediaFacts) -> CropRectangle? {
        guard facts.mediaClass != .audio, let width = facts.width, let height = facts.height, width > 0, height > 0,
            width != height
        else { return nil }
        let side = Double(min(width, height))
        let (share, rise) = (side / Double(width), side / Double(height))
        return CropRectangle(x: (1 - share) / 2, y: (1 - rise) / 2, width: share, height: rise)
    }
}

extension PushMedia {
    /// What is to be said of a rendition; `nil` where there is nothing to say.
    func json(_ value: MediaValue, of rendition: Rendition) -> JSONValue? {
        let facts = rendition.facts
        switch value {
        case .url: return .string(rendition.url)
        case .kind: return .string(facts.kind.rawValue)
        case .family: return .string(facts.mediaClass == .movie ? "video" : facts.mediaClass.rawValue)
        case .mime: return .string(facts.kind.mime)
        case .uti: return .string(facts.kind.uti)
        case .fileExtension: return .string(facts.kind.fileExtension)
        case .bytes: return .integer(facts.bytes)
        case .digest: return .string(rendition.digest)
        case .size:
            guard let width = facts.width, let height = facts.height else { return nil }
            return .array([.integer(width), .integer(height)])
        case .width: return facts.width.map(JSONValue.integer)
        case .height: return facts.height.map(JSONValue.integer)
        case .duration: return facts.duration.map { .double(Self.rounded($0)) }
        case .clip:
            return rendition.clip.map { .array([$0.x, $0.y, $0.width, $0.height].map { .double(Self.rounded($0)) }) }
        case .crop:
            return rendition.clip.map { clip in
                .object(
                    [("x", clip.x), ("y", clip.y), ("width", clip.width), ("height", clip.height)].map {
                        JSONValue.Member($0.0, .double(Self.rounded($0.1)))
                    })
            }
        case .expires: return expires.map(JSONValue.integer)
        }
    }

    /// To four decimals: a tenth of a pixel of the largest picture, in few bytes.
    private static func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }
}
