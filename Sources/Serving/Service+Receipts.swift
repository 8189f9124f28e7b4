internal import Affix
internal import AttachmentModel
internal import HTTPServer

extension Service {
    /// `GET /v1/attachments/{digest}`.
    func receipt(_ name: String, _ call: Call) -> Reception {
        aboutDigest(name, call) { [self] digest in
            do throws(PreparationError) {
                if let receipt = try await preparer.receipt(published: digest) {
                    return tell(.json(200, receipt), of: call, digest: digest)
                }
            } catch {
                return tell(Problem(error).answer, of: call, result: error.code.text)
            }
            let fault = RequestFault(.notFound, "No receipt of such a file is kept, or the file is gone")
            return tell(Problem(fault).answer, of: call, result: fault.cause.rawValue)
        }
    }

    /// `DELETE /v1/attachments/{digest}`.
    func withdraw(_ name: String, _ call: Call) throws(RequestFault) -> Reception {
        // Whoever asks for less than all of it must not get that.
        _ = try Query(of: call.head, known: [])
        return aboutDigest(name, call) { [self] digest in
            // It is not left half done when its caller goes away.
            let work = Task { [preparer] () -> Result<WithdrawalReport, PreparationError> in
                do throws(PreparationError) {
                    return .success(try await preparer.withdraw(digest, for: call.token))
                } catch {
                    return .failure(error)
                }
            }
            switch await work.value {
            case .success(let report):
                recent.remove(report.digests)
                await withholdLeftovers(of: report.digests)
                return tell(Self.answer(report), of: call, result: report.action.rawValue, digest: digest)
            case .failure(let error): return tell(Problem(error).answer, of: call, result: error.code.text)
            }
        }
    }

    private func aboutDigest(
        _ name: String, _ call: Call, _ work: @escaping @Sendable (String) async -> Answer
    ) -> Reception {
        guard let digest = Preparer.digest(name) else {
            let fault = RequestFault(.notFound, "A published file is named by its digest, 64 hexadecimal digits")
            return .answer(tell(Problem(fault).answer, of: call, result: fault.cause.rawValue))
        }
        return .read(atMost: 0, within: configuration.bodyTime) { _ in await work(digest) }
    }

    /// What is left to do by hand is an error, as it is for the command: whoever asked must see to it.
    private static func answer(_ report: WithdrawalReport) -> Answer {
        guard !report.troubles.isEmpty else { return .json(200, report) }
        var answer = WithdrawalTrouble.problem.answer
        answer.content = .bytes(JSON.bytes(WithdrawalTrouble(report: report)))
        return answer
    }
}

/// A withdrawal that is not whole, as a problem with the members of its report besides.
private struct WithdrawalTrouble: Encodable {
    static let problem = Problem(
        PreparationError(
            .publishFailed, "It may not be published any more, but not all of it is gone",
            advice: "See to what stands in troubles, then withdraw it again"))

    let report: WithdrawalReport

    func encode(to encoder: any Encoder) throws {
        try Self.problem.encode(to: encoder)
        try report.encode(to: encoder)
    }
}
