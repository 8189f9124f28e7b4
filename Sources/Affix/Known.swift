internal import AttachmentModel
internal import Handover
internal import Publishing

/// A receipt of an earlier preparation whose file still lies on the shelf.
struct Known: Sendable {
    let receipt: Receipt
    /// Those of the receipt, with their present addresses.
    let variants: [Variant]
    let publication: Publication
    let validator: Validator?
    /// Until when the host lets it hold without asking, in seconds since 1970.
    let freshUntil: Int
    let isFresh: Bool
    /// Until when it is remembered, in seconds since 1970.
    let keepUntil: Int

    /// Whether the same bytes have come again.
    func isMade(of download: borrowing Download) -> Bool {
        download.digest == receipt.source.digest
    }

    /// The receipt for a request that is answered without rendering.
    ///
    /// - Parameters:
    ///   - confirmation: what the host said when it was asked whether the file has changed.
    ///   - origin: what the host said with the same bytes.
    func receipt(
        for request: AttachmentRequest, confirmedBy confirmation: OriginReport? = nil,
        replacing origin: OriginReport? = nil, attempts: Int = 0, timings: StageTimings
    ) -> Receipt {
        var receipt = receipt
        receipt.id = request.id ?? Receipt.id(of: request, digest: receipt.source.digest ?? "")
        receipt.move(to: publication)
        receipt.variants = variants
        if let origin { receipt.origin = origin.judged() }
        if let confirmation { receipt.origin = receipt.origin?.updated(by: confirmation) }
        receipt.attempts = attempts
        receipt.remembered = true
        receipt.timings = timings
        return receipt
    }
}
