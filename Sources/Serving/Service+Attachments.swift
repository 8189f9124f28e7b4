internal import Affix
internal import AttachmentModel
internal import FlowControl
internal import HTTPServer

extension Service {
    /// `POST /v1/attachments`.
    func prepare(_ body: [UInt8], _ call: Call) async throws(RequestFault) -> Answer {
        let waits = try Self.waits(call.head)
        switch try JSON.value(AttachmentOrders.self, from: body) {
        case .one(let order):
            if let answer = try await refusal(ofCallback: order.callback, call) { return answer }
            guard waits else { return await takeOn(body, order, call) }
            let answer = await maker.make(order)
            // What was begun goes on, and the job joins it.
            if maker.goesOn(order, after: answer) { return await takeOn(body, order, call) }
            maker.note(answer)
            return tell(answer, of: call)
        case .many where !waits:
            throw RequestFault(.malformed, "A job is one order; without wait=0 many are answered as they are ready")
        case .many(let orders) where call.head.first("accept")?.contains("application/x-ndjson") != true:
            return tell(.json(200, ["items": await prepare(orders)]), of: call)
        case .many(let orders):
            let feed = LineFeed()
            // It goes on by itself: the answer's head is sent before the first of them is ready.
            let work = Task { await prepare(orders, into: feed) }
            feed.onCut { work.cancel() }
            return tell(
                Answer(
                    200, headers: [("Content-Type", "application/x-ndjson"), ("Cache-Control", "no-store")],
                    .lines(feed)),
                of: call)
        }
    }

    /// `POST /v1/inspections`.
    func inspect(_ body: [UInt8], _ call: Call) async throws(RequestFault) -> Answer {
        _ = try Query(of: call.head, known: [], advice: Self.queryAdvice)
        return await inspect(try JSON.value(InspectionOrder.self, from: body).request, call)
    }

    /// Names in a query beside an order mean something beside a file.
    private static let queryAdvice = ": beside an order, make it a member of the order"

    /// Whether a caller waits for what comes of its order, by the query beside it.
    private static func waits(_ head: RequestHead) throws(RequestFault) -> Bool {
        let wait = try Query(of: head, known: ["wait"], advice: queryAdvice).first("wait")
        guard wait == nil || wait == "0" else { throw RequestFault(.malformed, "wait is 0, or left out") }
        return wait == nil
    }

    func inspect(_ request: AttachmentRequest, _ call: Call) async -> Answer {
        do throws(PreparationError) {
            let inspection = try await preparer.inspect(request)
            return tell(.json(200, inspection), of: call, result: inspection.verdict.answer.rawValue)
        } catch {
            return tell(Problem(error).answer, of: call, result: error.code.text)
        }
    }

    /// Works off many orders, as many at once as make headway, and tells each as it is ready.
    private func prepare(_ orders: [AttachmentOrder], into feed: LineFeed) async {
        await withTaskGroup(of: AttachmentAnswer.self) { group in
            var rest = orders[...]
            for order in rest.prefix(Self.ordersAtOnce) { group.addTask { await self.maker.attachment(for: order) } }
            rest = rest.dropFirst(Self.ordersAtOnce)
            for await attachment in group {
                feed.append(String(decoding: JSON.bytes(attachment), as: UTF8.self) + "\n")
                guard !feed.isAbandoned, let order = rest.popFirst() else { continue }
                group.addTask { await self.maker.attachment(for: order) }
            }
        }
        feed.end()
    }

    /// Works off many orders and gives what came of them, in their order.
    private func prepare(_ orders: [AttachmentOrder]) async -> [AttachmentAnswer] {
        await withTaskGroup(of: (Int, AttachmentAnswer).self) { group in
            var attachments = [AttachmentAnswer?](repeating: nil, count: orders.count)
            var next = 0
            func begin() {
                guard next < orders.count else { return }
                group.addTask { [maker, number = next, order = orders[next]] in
                    (number, await maker.attachment(for: order))
                }
                next += 1
            }
            for _ in 0..<Self.ordersAtOnce { begin() }
            for await (number, attachment) in group {
                attachments[number] = attachment
                begin()
            }
            return attachments.compactMap(\.self)
        }
    }

    /// Orders of one request that are worked on at once; each fetches for most of its time.
    private static let ordersAtOnce = 16

    /// Tells what came of an order.
    func tell(_ answer: AttachmentAnswer, of call: Call) -> Answer {
        let attachment = answer.attachment
        let told: Answer =
            if case .problem(_, _, let problem) = attachment { Problem(problem).answer } else { .json(200, answer) }
        return tell(
            told, of: call, result: attachment.word, digest: attachment.receipt?.digest,
            stages: attachment.receipt?.timings)
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
