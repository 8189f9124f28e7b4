internal import AttachmentModel
internal import FoundationEssentials

/// What `affix prepare --json` or a journal says of one source.
struct ReceiptLine: Decodable {
    /// The caller's name for it; `nil` where a failure has none.
    let id: String?
    /// What there is to attach, or why there is nothing.
    let outcome: Result<Receipt, PreparationError>

    private enum CodingKeys: String, CodingKey { case id, problem }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        if let problem = try values.decodeIfPresent(PreparationError.self, forKey: .problem) {
            id = try values.decodeIfPresent(String.self, forKey: .id)
            outcome = .failure(problem)
        } else {
            let receipt = try Receipt(from: decoder)
            id = receipt.id
            outcome = .success(receipt)
        }
    }

    /// Reads an object; `nil` when it is neither a receipt nor a failure.
    init?(_ bytes: [UInt8]) {
        guard let line = try? JSONDecoder().decode(ReceiptLine.self, from: Data(bytes)) else { return nil }
        self = line
    }
}
