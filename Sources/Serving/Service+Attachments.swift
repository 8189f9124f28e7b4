internal import Affix
internal import AttachmentModel
internal import FlowControl
internal import HTTPServer

extension Service {
    /// `POST /v1/attachments`.
    func prepare(_ body: [UInt8], _ call: Call) async throws(RequestFault) -> Answer {
        switch try JSON.value(AttachmentOrders.self, from: body) {
        case .one(let order):
            return tell(await attachment(for: order), of: call)
        case .many(let orders):
            let feed = LineFeed()
            // It goes on by itself: the answer's head is sent before the first of them is ready.
            Task { await prepare(orders, into: feed) }
            return tell(
                Answer(
                    200, headers: [("Content-Type", "application/x-ndjson"), ("Cache-Control", "no-store")],
                    .lines(feed)),
                of: call)
        }
    }

    /// `POST /v1/inspections`.
    func inspect(_ body: [UInt8], _ call: Call) async throws(RequestFault) -> Answer {
        await inspect(try JSON.value(AttachmentOrder.self, from: body), call)
    }

    func inspect(_ order: AttachmentOrder, _ call: Call) async -> Answer {
        do throws(PreparationError) {
            let inspection = try await preparer.inspect(order.request(within: order.deadline))
            return tell(.json(200, inspection), of: call, result: inspection.verdict.answer.rawValue)
        } catch {
            return tell(Problem(error).answer, of: call, result: error.code.text)
        }
    }

    /// Prepares what an order asks for, or what it names in its place, within the caller's time.
    func attachment(for order: AttachmentOrder) async -> Attachment {
        let deadline = Deadline(in: order.deadline)
        // Nothing of it would find room; a substitute would not either.
        if let shortage = readiness.shortage {
            return .problem(id: order.id, source: order.source.redacted, shortage)
        }
        let problem: PreparationError
        switch await desk.receipt(for: order, source: order.source, until: deadline) {
        case .success(let receipt): return .ready(receipt)
        case .failure(let error): problem = error
        }
        switch order.onFailure {
        case .problem: return .problem(id: order.id, source: order.source.redacted, problem)
        case .textOnly: return .textOnly(id: order.id, source: order.source.redacted, problem, substitute: nil)
        case .substitute(let source):
            // A substitute is no better than what it stands for: it must be ready as well.
            let outcome = await desk.receipt(for: order, source: source, until: deadline)
            return switch outcome {
            case .success(let receipt): .substitute(receipt, problem)
            case .failure(let error):
                .textOnly(id: order.id, source: order.source.redacted, problem, substitute: error)
            }
        }
    }

    /// Works off many orders, as many at once as make headway, and tells each as it is ready.
    private func prepare(_ orders: [AttachmentOrder], into feed: LineFeed) async {
        await withTaskGroup(of: Attachment.self) { group in
            var rest = orders[...]
            for order in rest.prefix(Self.ordersAtOnce) { group.addTask { await self.attachment(for: order) } }
            rest = rest.dropFirst(Self.ordersAtOnce)
            for await attachment in group {
                note(attachment)
                feed.append(String(decoding: JSON.bytes(attachment), as: UTF8.self) + "\n")
                if let order = rest.popFirst() { group.addTask { await self.attachment(for: order) } }
            }
        }
        feed.end()
    }

    /// Orders of one request that are worked on at once; each fetches for most of its time.
    private static let ordersAtOnce = 16

    /// Counts what came of an order, and tells it.
    ///
    /// - Parameter original: the upload that it was made of, where that is kept.
    func tell(_ attachment: Attachment, keeping original: KeptOriginal? = nil, of call: Call) -> Answer {
        note(attachment)
        let answer =
            if case .problem(_, _, let problem) = attachment { Problem(problem).answer } else {
                Answer.json(200, AttachmentAnswer(attachment: attachment, original: original))
            }
        return tell(answer, of: call, result: attachment.word, digest: attachment.receipt?.digest)
    }

    private func note(_ attachment: Attachment) {
        meter.count(attachment)
        if let receipt = attachment.receipt { recent.add(receipt) }
    }
}

extension Answer {
    /// An object that nobody keeps.
    static func json(_ status: Int, _ value: some Encodable) -> Answer {
        Answer(
            status, headers: [("Content-Type", "application/json"), ("Cache-Control", "no-store")],
            .bytes(JSON.bytes(value)))
    }
}
