internal import AttachmentModel
internal import FoundationEssentials
internal import Push

/// What `affix prepare --json`, a journal or the service says of one source.
struct ReceiptLine: Decodable {
    /// The caller's name for it; `nil` where a failure has none.
    let id: String?
    /// What there is to attach, be it in place of something else, or why there is nothing.
    let outcome: Result<PushMedia, PreparationError>

    private enum CodingKeys: String, CodingKey {
        case id, problem, url, digest, facts, crop, variants, source, path, rulebook, expiresAt = "expires_at"
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decodeIfPresent(String.self, forKey: .id)
        guard let url = try values.decodeIfPresent(String.self, forKey: .url) else {
            outcome = .failure(try values.decode(PreparationError.self, forKey: .problem))
            return
        }
        var receipt = Receipt(
            id: id ?? "", url: url, digest: try values.decode(String.self, forKey: .digest),
            expiresAt: try values.decode(String.self, forKey: .expiresAt),
            facts: try values.decode(MediaFacts.self, forKey: .facts),
            source: try values.decode(SourceSummary.self, forKey: .source), origin: nil,
            path: try values.decode(RenderPath.self, forKey: .path),
            rulebook: try values.decode(String.self, forKey: .rulebook))
        receipt.crop = try values.decodeIfPresent(CropReport.self, forKey: .crop)
        receipt.variants = try values.decodeIfPresent([Variant].self, forKey: .variants) ?? []
        outcome = .success(PushMedia(receipt))
    }

    /// Reads an object; `nil` when it is neither a receipt nor a failure.
    init?(_ bytes: [UInt8]) {
        guard let line = try? JSONDecoder().decode(ReceiptLine.self, from: Data(bytes)) else { return nil }
        self = line
    }
}
