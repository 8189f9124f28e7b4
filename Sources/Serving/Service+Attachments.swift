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
            var answers = [AttachmentAnswer?](repeating: nil, count: orders.count)
            let results = await prepare(orders) { answers[$0] = $1 }
            return tell(.json(200, ["items": answers.compactMap(\.self)]), of: call, results: results)
        case .many(let orders): return lines(of: orders, call)
        }
    }

    /// Tells of each of many orders as it is ready; of the request itself when all are.
    private func lines(of orders: [AttachmentOrder], _ call: Call) -> Answer {
        let feed = LineFeed()
        let answer = Answer(
            200, headers: [("Content-Type", "application/x-ndjson"), ("Cache-Control", "no-store")], .lines(feed))
        // It goes on by itself: the answer's head is sent before the first of them is ready.
        let work = Task {
            var bytes = 0
            let results = await prepare(orders, while: { !feed.isAbandoned }) { _, answer in
                let line = String(decoding: JSON.bytes(answer), as: UTF8.self) + "\n"
                bytes += line.utf8.count
                feed.append(line)
            }
            let (status, result) =
                feed.isAbandoned ? Self.clientGone : (200, Task.isCancelled ? Flight.cutOff.code.text : nil)
            note(call, status: status, bytes: bytes, result: result, results: results)
            feed.end()
        }
        feed.onCut { work.cancel() }
        return marked(answer, of: call)
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

    /// Works off many orders, as many at once as make headway.
    ///
    /// - Parameters:
    ///   - goesOn: whether somebody still wants those that have not begun.
    ///   - take: takes what came of each, with its index, as it is ready.
    /// - Returns: how many came out as what.
    private func prepare(
        _ orders: [AttachmentOrder], while goesOn: () -> Bool = { true }, _ take: (Int, AttachmentAnswer) -> Void
    ) async -> [String: Int] {
        await withTaskGroup(of: (Int, AttachmentAnswer).self) { group in
            var results: [String: Int] = [:]
            var rest = orders.enumerated().makeIterator()
            func begin() {
                guard goesOn(), let (index, order) = rest.next() else { return }
                group.addTask { [maker] in
                    var answer = await maker.attachment(for: order)
                    answer.index = index
                    return (index, answer)
                }
            }
            for _ in 0..<Self.ordersAtOnce { begin() }
            for await (index, answer) in group {
                results[answer.attachment.word, default: 0] += 1
                take(index, answer)
                begin()
            }
            return results
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
