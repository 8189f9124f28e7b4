internal import Affix
internal import AttachmentModel
internal import FlowControl
internal import HTTPServer

extension Service {
    /// `POST /v1/attachments`.
    func prepare(_ body: [UInt8], _ call: Call) async throws(RequestFault) -> Answer {
        if call.head.query.flatMap(Query.init)?.first("wait") == "0" { return try await takeOn(body, call) }
        switch try JSON.value(AttachmentOrders.self, from: body) {
        case .one(let order):
            return tell(await maker.attachment(for: order), of: call)
        case .many(let orders) where call.head.first("accept")?.contains("application/x-ndjson") != true:
            return tell(.json(200, ["items": await prepare(orders)]), of: call)
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
        return tell(told, of: call, result: attachment.word, digest: attachment.receipt?.digest)
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
