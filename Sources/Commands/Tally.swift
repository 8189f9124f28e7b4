internal import AttachmentModel

/// What came of many inspections together.
struct Tally {
    private var verdicts: [String: Int] = [:]
    private var codes: [String: Int] = [:]
    private var count = 0

    mutating func note(_ outcome: Outcome) {
        count += 1
        verdicts[outcome.verdict, default: 0] += 1
        if let code = outcome.code { codes[code, default: 0] += 1 }
    }

    /// The counts, the most frequent code first.
    var words: String {
        let order = ["attachable", "needs-work", "refused", "failed"]
        let parts = order.compactMap { word in verdicts[word].map { "\($0) \(word)" } }
        let head = "\(count) \(count == 1 ? "source" : "sources")" + (parts.isEmpty ? "" : ": ")
        let width = String(codes.values.max() ?? 0).count
        let rows = codes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { code, count in
            let number = String(count)
            let meaning = PreparationError.Code(text: code)?.meaning ?? ""
            let indent = String(repeating: " ", count: 2 + width - number.count)
            return indent + number + "  " + code.padded(to: Outcome.codeWidth) + meaning + "\n"
        }
        return "\n" + head + parts.joined(separator: ", ") + "\n" + rows.joined()
    }
}
