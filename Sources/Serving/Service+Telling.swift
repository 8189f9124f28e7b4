internal import AttachmentModel
internal import HTTPServer
internal import Synchronization

/// What every answer passes on its way out.
extension Service {
    /// What is told instead of an answer while the service ends.
    static var farewell: Answer { Problem(Flight.cutOff).answer }

    /// Counts and logs an answer, once, when it is ready.
    func tell(
        _ answer: Answer, of call: Call, result: String? = nil, results: [String: Int]? = nil, digest: String? = nil,
        stages: StageTimings? = nil
    ) -> Answer {
        var (answer, result) = (answer, result)
        if Task.isCancelled {
            if isCutOff.load(ordering: .relaxed) {
                (answer, result) = (Self.farewell, Flight.cutOff.code.text)
            } else {
                (answer.status, result) = Self.clientGone
            }
        }
        note(
            call, status: answer.status, bytes: answer.count ?? 0, result: result, results: results, digest: digest,
            stages: stages)
        return marked(answer, of: call)
    }

    /// Nobody reads that answer, but it is counted and logged by this number elsewhere, too.
    static let clientGone: (status: Int, word: String?) = (499, "client-gone")

    /// Counts and logs what was answered.
    func note(
        _ call: Call, status: Int, bytes: Int, result: String?, results: [String: Int]? = nil, digest: String? = nil,
        stages: StageTimings? = nil
    ) {
        let milliseconds = call.milliseconds
        meter.count(call.route, status: status, seconds: milliseconds / 1_000, bytes: bytes)
        guard call.isTold else { return }
        let note = RequestNote(
            id: call.id, trace: call.trace, method: call.head.method.filter { $0.isLetter }.prefix(20).uppercased(),
            route: call.route, status: status, result: result, results: results, milliseconds: milliseconds,
            stages: stages, digest: digest, token: call.token)
        configuration.log(note, note.words)
    }

    /// Names the request in its answer, as the log does.
    func marked(_ answer: Answer, of call: Call) -> Answer {
        guard call.isTold else { return answer }
        var answer = answer
        answer.headers.append(("X-Request-Id", call.id))
        if let trace = call.trace { answer.headers.append(("traceparent", trace)) }
        return answer
    }
}
