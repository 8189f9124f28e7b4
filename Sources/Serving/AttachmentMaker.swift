internal import Affix
internal import AttachmentModel
internal import FlowControl
internal import FoundationEssentials
internal import Push

/// Turns orders into attachments, whoever they come from, and notes what came of them.
struct AttachmentMaker: Sendable {
    let desk: PreparationDesk
    let readiness: Readiness
    let meter: Meter
    let recent: RecentReceipts
    /// How long an order may take for which nobody waits.
    let longestWork: Duration
    /// Throws `source-withdrawn` for a source, or digests, that may not be told of any more.
    let check: @Sendable (_ source: MediaSource?, _ digests: [String]) async throws(PreparationError) -> Void
    /// The receipt of what was published under a digest; throws where it is not there, or may not be given out.
    let published: @Sendable (_ digest: String) async throws(PreparationError) -> Receipt

    init(
        _ preparer: Preparer, width: Int, _ configuration: ServiceConfiguration, readiness: Readiness, meter: Meter,
        recent: RecentReceipts
    ) {
        desk = PreparationDesk(
            width: width, mostAtOnce: configuration.mostAtOnce, finishesLate: configuration.finishesLate,
            longestWork: configuration.longestWork
        ) { request, observer async throws(PreparationError) in
            try await preparer.prepare(request, onProgress: observer)
        }
        (self.readiness, self.meter, self.recent) = (readiness, meter, recent)
        longestWork = configuration.longestWork
        check = { source, digests async throws(PreparationError) in
            try await preparer.checkStillAllowed(source, digests: digests)
        }
        published = { digest async throws(PreparationError) in try await preparer.attachment(published: digest) }
    }

    /// Prepares what an order asks for, or what it names in its place, within the caller's time.
    ///
    /// - Parameter isPatient: whether nobody waits, so that it is not turned away when there is much to do.
    func attachment(for order: AttachmentOrder, isPatient: Bool = false) async -> AttachmentAnswer {
        let answer = await make(order, isPatient: isPatient)
        note(answer)
        return answer
    }

    /// The same, while nothing of it is noted yet.
    func make(_ order: AttachmentOrder, isPatient: Bool = false) async -> AttachmentAnswer {
        Self.composed(await outcome(of: order, isPatient), for: order)
    }

    /// Whether an order came to nothing only as its time was over: its source is being encoded, and that goes on.
    func goesOn(_ order: AttachmentOrder, after answer: AttachmentAnswer) -> Bool {
        guard case .problem(_, _, let problem) = answer.attachment, problem.code == .deadline, !Task.isCancelled else {
            return false
        }
        return desk.isEncoding(order)
    }

    /// Notes what came of an order, once.
    func note(_ answer: AttachmentAnswer) {
        // Who has gone was told nothing that could be counted.
        if !Task.isCancelled { meter.count(answer.attachment) }
        if let receipt = answer.attachment.receipt { recent.add(receipt) }
    }

    /// The payload around an attachment; what cannot be composed is no answer to who asked for it.
    static func composed(_ attachment: Attachment, for order: AttachmentOrder) -> AttachmentAnswer {
        guard var message = order.payload, !attachment.isProblem else {
            return AttachmentAnswer(attachment: attachment, payload: nil)
        }
        do throws(PreparationError) {
            if let receipt = attachment.receipt {
                message.media = PushMedia(receipt)
                // Only a base URL that the settings let be http, as one for a first trial is, makes such receipts.
                message.allowsHTTP = receipt.url.hasPrefix("http://")
            } else {
                message = try message.withoutMedia()
            }
            let payload = try Payload(composing: message, now: Int(Date().timeIntervalSince1970))
            return AttachmentAnswer(attachment: attachment, payload: payload)
        } catch {
            return AttachmentAnswer(
                attachment: .problem(id: order.id, source: order.source.redacted, error), payload: nil)
        }
    }

    private func outcome(of order: AttachmentOrder, _ isPatient: Bool) async -> Attachment {
        let deadline = Deadline(in: order.deadline)
        let problem: PreparationError
        switch await receipt(of: .source(order.source), for: order, until: deadline, isPatient) {
        case .success(let receipt): return .ready(receipt)
        case .failure(let error): problem = error
        }
        switch order.onFailure {
        case .problem: return .problem(id: order.id, source: order.source.redacted, problem)
        case .textOnly: return .textOnly(id: order.id, source: order.source.redacted, problem, substitute: nil)
        case .substitute(let substitute):
            return switch await receipt(of: substitute, for: order, until: deadline, isPatient) {
            case .success(let receipt): .substitute(receipt, problem)
            case .failure(let error):
                .textOnly(id: order.id, source: order.source.redacted, problem, substitute: error)
            }
        }
    }

    /// Prepares a source, or finds what was published; a substitute is no better than what it stands for, and must be ready as
    /// well.
    private func receipt(
        of attachment: AttachmentOrder.Substitute, for order: AttachmentOrder, until deadline: Deadline,
        _ isPatient: Bool
    ) async -> Flight.Outcome {
        switch attachment {
        case .source(let source):
            // Nothing of it would find room.
            if let shortage = readiness.shortage { return .failure(shortage) }
            return await desk.receipt(for: order, source: source, until: deadline, isPatient: isPatient)
        case .published(let digest):
            do throws(PreparationError) {
                var receipt = try await published(digest)
                if let id = order.id { receipt.id = id }
                return .success(receipt)
            } catch {
                return .failure(error)
            }
        }
    }

    /// Does what the body of a job asks for, with all the time it may take, and gives the outcome as JSON.
    func json(for body: [UInt8]) async -> String {
        guard case .one(var order) = try? JSON.value(AttachmentOrders.self, from: body) else {
            // It was read when it was taken on; a later version may know it no more.
            let fault = RequestFault(.malformed, "The order cannot be read any more")
            return String(decoding: JSON.bytes(Problem(fault)), as: UTF8.self)
        }
        order.deadline = longestWork
        return String(decoding: JSON.bytes(await attachment(for: order, isPatient: true)), as: UTF8.self)
    }
}
