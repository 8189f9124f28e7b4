internal import AttachmentModel

extension Outcome: Encodable {
    private enum CodingKeys: String, CodingKey { case source, problem }

    /// A receipt or inspection as it is; a failure with the source it is about.
    func encode(to encoder: any Encoder) throws {
        switch self {
        case .receipt(let receipt): try receipt.encode(to: encoder)
        case .inspection(let inspection): try inspection.encode(to: encoder)
        case .problem(let source, let problem):
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(SourceSummary(url: source), forKey: .source)
            try values.encode(problem, forKey: .problem)
        }
    }
}
