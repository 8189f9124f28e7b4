internal import AttachmentModel
internal import HTTPTransport

extension HTTPHead {
    /// The length of the body as we receive it: of an encoded body only the encoded length is declared.
    var bodyLength: Int? {
        guard encodings.isEmpty, let text = first("content-length") else { return nil }
        return Int(digits: text)
    }

    /// What an encoded body may decode to: media hardly shrinks, so a body that swells a hundredfold is a bomb.
    ///
    /// One encoding within another serves nobody else, and is refused.
    var mostDecoded: Int {
        get throws(PreparationError) {
            guard encodings.count < 2 else {
                throw PreparationError(.fetchEncoding, "The answer is encoded more than once")
            }
            guard !encodings.isEmpty else { return .max }
            let sent = first("content-length").flatMap { Int($0) } ?? 1_000_000
            return max(1_000_000, sent.multipliedReportingOverflow(by: 100).overflow ? .max : sent * 100)
        }
    }
}
