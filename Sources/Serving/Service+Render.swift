internal import AttachmentModel
internal import FlowControl
internal import FoundationEssentials
internal import HTTPServer

extension Service {
    /// `GET /render`: prepares what a signed link names, and sends its caller to what was published.
    func render(_ call: Call) -> Reception {
        let order: AttachmentOrder
        let life: Int
        do throws(RequestFault) {
            guard let key = signingKey else { throw RequestFault(.notFound, "This service makes no render links") }
            let now = Int(Date().timeIntervalSince1970)
            let link = try RenderLink(query: call.head.query ?? "", signedBy: key, now: now)
            order = try AttachmentOrder(link)
            // Kept for a minute only: the source may change, and the link stays the same.
            life = min(60, link.expires - now)
        } catch {
            return .answer(tell(Problem(error).answer, of: call, result: error.cause.rawValue))
        }
        return .read(atMost: 0, within: configuration.bodyTime) { [self] _ in
            let outcome = await maker.desk.receipt(
                for: order, source: order.source, until: Deadline(in: order.deadline))
            switch outcome {
            case .success(let receipt):
                meter.count(.ready(receipt))
                let headers = [("Location", receipt.url), ("Cache-Control", "public, max-age=\(life)")]
                return tell(
                    Answer(302, headers: headers), of: call, result: "ready", digest: receipt.digest,
                    stages: receipt.timings)
            case .failure(let error):
                meter.count(.problem(id: nil, source: order.source.redacted, error))
                return tell(Problem(error).answer, of: call, result: error.code.text)
            }
        }
    }
}

extension AttachmentOrder {
    /// What a link asks for, whose words were signed and need not be right for that.
    fileprivate init(_ link: RenderLink) throws(RequestFault) {
        guard let profile = AttachmentProfile.named.first(where: { $0.name == link.profile }) else {
            throw RequestFault(.malformed, "There is no profile \(link.profile.prefix(50))")
        }
        self.init(source: try Self.source(link.source), profile: profile)
    }
}
