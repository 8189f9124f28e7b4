internal import Affix
internal import AttachmentModel
internal import FlowControl
internal import HTTPServer

extension Service {
    /// `POST /v1/attachments?wait=0`: takes the order on, and says where its outcome will be.
    ///
    /// - Parameter body: the order as it was sent.
    func takeOn(_ body: [UInt8], _ order: AttachmentOrder, _ call: Call) async -> Answer {
        if let shortage = readiness.shortage {
            return tell(Problem(shortage).answer, of: call, result: shortage.code.text)
        }
        do throws(PreparationError) {
            let job = try await jobs.take(body, callback: order.callback, trace: call.trace)
            var answer = Self.answer(job, status: 202)
            answer.headers.append(("Location", "/v1/jobs/\(job.id)"))
            return tell(answer, of: call, result: "accepted")
        } catch {
            return tell(Problem(error).answer, of: call, result: error.code.text)
        }
    }

    /// What an order is answered with whose callback could never be made; `nil` when nothing is against it.
    func refusal(ofCallback link: String?, _ call: Call) async throws(RequestFault) -> Answer? {
        guard let link else { return nil }
        guard signingKey != nil else {
            throw RequestFault(
                .malformed,
                "This service signs nothing, so it calls nobody back; whoever runs it can start it with --signing-key FILE"
            )
        }
        do throws(PreparationError) {
            try await preparer.checkCallback(to: link)
            return nil
        } catch {
            let problem = error.noting("this is about the callback")
            return tell(Problem(problem).answer, of: call, result: problem.code.text)
        }
    }

    /// `GET /v1/jobs/{id}`.
    func job(_ id: String, _ call: Call) -> Reception {
        .read(atMost: 0, within: configuration.bodyTime) { [self] _ in
            do throws(PreparationError) {
                guard let job = try await jobs.job(id) else {
                    let fault = RequestFault(.notFound, "There is no job of this name, or no longer")
                    return tell(Problem(fault).answer, of: call, result: fault.cause.rawValue)
                }
                return tell(Self.answer(try await maker.told(job), status: 200), of: call)
            } catch {
                return tell(Problem(error).answer, of: call, result: error.code.text)
            }
        }
    }

    private static func answer(_ job: Job, status: Int) -> Answer {
        Answer(
            status, headers: [("Content-Type", "application/json"), ("Cache-Control", "no-store")],
            .bytes(Array(job.json.utf8)))
    }
}
