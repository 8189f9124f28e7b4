internal import AttachmentModel

/// What of a job's outcome may have been withdrawn.
private struct ToldReceipt: Decodable {
    struct Part: Decodable { let digest: String? }

    let status: String
    let digest: String
    let source: Part
    let variants: [Part]

    var digests: [String] { [digest] + (variants + [source]).compactMap(\.digest) }
}

extension AttachmentMaker {
    /// A job as it is told now: what was ready when it ended and has been withdrawn since is a problem.
    ///
    /// Throws what keeps it from being found out what was withdrawn.
    func told(_ job: Job) async throws(PreparationError) -> Job {
        guard let outcome = job.attachment,
            let receipt = try? JSON.value(ToldReceipt.self, from: Array(outcome.utf8)),
            case .one(let order) = try? JSON.value(AttachmentOrders.self, from: job.order)
        else { return job }
        var source: MediaSource? = order.source
        if receipt.status == "substitute", case .substitute(let other) = order.onFailure {
            if case .source(let link) = other { source = link } else { source = nil }
        }
        do throws(PreparationError) {
            try await check(source, receipt.digests)
            return job
        } catch {
            guard error.code == .sourceWithdrawn else { throw error }
            var job = job
            job.attachment = String(decoding: JSON.bytes(answer(with: error, for: order)), as: UTF8.self)
            return job
        }
    }

    private func answer(with problem: PreparationError, for order: AttachmentOrder) -> AttachmentAnswer {
        let source = order.source.redacted
        let attachment: Attachment =
            switch order.onFailure {
            case .problem: .problem(id: order.id, source: source, problem)
            case .textOnly, .substitute: .textOnly(id: order.id, source: source, problem, substitute: nil)
            }
        return Self.composed(attachment, for: order)
    }
}
