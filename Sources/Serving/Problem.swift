internal import AttachmentModel
internal import HTTPServer

/// Why a request has no better answer, in the form of RFC 9457 with the members every problem of affix has.
struct Problem: Error, Sendable {
    let code: String
    let title: String
    private(set) var status: Int
    let stage: String
    let blame: String
    let isRetryable: Bool
    let message: String
    private(set) var detail: String?
    /// Seconds for which it makes no sense to try again.
    let retryAfter: Int?
    private let headers: [(name: String, value: String)]

    init(_ error: PreparationError) {
        code = error.code.text
        title = error.code.meaning
        status = error.code.status
        stage = error.stage.rawValue
        blame = error.blame.rawValue
        isRetryable = error.isRetryable
        message = error.messageToCallers
        detail = error.detail
        let pause = error.retryAfter.map { Int($0.components.seconds) + 1 }
        retryAfter = pause ?? (status == 503 ? 1 : nil)
        headers = []
    }

    init(_ fault: RequestFault) {
        code = fault.cause.rawValue
        title = fault.cause.meaning
        status = fault.cause.status
        stage = "request"
        blame = PreparationError.Blame.caller.rawValue
        isRetryable = fault.cause == .tooMany
        message = fault.message
        detail = nil
        retryAfter = fault.cause == .tooMany ? 1 : nil
        headers = fault.headers
    }

    /// The same with another status, and without what tells of this machine to whoever asks.
    func forAnybody(status: Int) -> Problem {
        var problem = self
        (problem.status, problem.detail) = (status, nil)
        return problem
    }

    /// The answer that says so.
    var answer: Answer {
        var answer = Answer(status, .bytes(JSON.bytes(self)))
        answer.headers = [("Content-Type", "application/problem+json"), ("Cache-Control", "no-store")] + headers
        if let retryAfter { answer.headers.append(("Retry-After", String(retryAfter))) }
        return answer
    }
}

extension Problem: Encodable {
    private enum CodingKeys: String, CodingKey {
        case type, title, status, code, stage, blame, retryable, message, detail
        case retryAfter = "retry_after"
    }

    /// Writes `detail` only where there is one: the RFC knows it as a text.
    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode("urn:affix:problem:" + code, forKey: .type)
        try values.encode(title, forKey: .title)
        try values.encode(status, forKey: .status)
        try values.encode(code, forKey: .code)
        try values.encode(stage, forKey: .stage)
        try values.encode(blame, forKey: .blame)
        try values.encode(isRetryable, forKey: .retryable)
        try values.encode(message, forKey: .message)
        try values.encodeIfPresent(detail, forKey: .detail)
        try values.encodeIfPresent(retryAfter, forKey: .retryAfter)
    }
}

extension PreparationError.Code {
    /// The HTTP status of a problem with this code: a matter of whose fault it is, but for what HTTP has a word for.
    var status: Int {
        if self == .deadline { return 504 }
        if self == .overloaded { return 503 }
        if self == .publishNoSpace { return 507 }
        if self == .internalFault { return 500 }
        return switch stage {
        case .source, .recognize, .payload: 422
        case .fetch: 424
        case .render: blame == .media ? 422 : 500
        case .publish, .configuration: 500
        }
    }
}
