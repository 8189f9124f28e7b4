internal import AttachmentModel

/// What came of an order: the attachment, another one in its place, or the advice to send text only.
enum Attachment: Sendable {
    case ready(Receipt)
    /// Another attachment, and why it is not the one that was asked for.
    case substitute(Receipt, PreparationError)
    /// Nothing to attach, and why; and why there is no substitute either.
    case textOnly(id: String?, source: String, PreparationError, substitute: PreparationError?)
    /// Nothing to attach, for a caller who wants that as an error.
    case problem(id: String?, source: String, PreparationError)

    /// What it counts as.
    var word: String {
        switch self {
        case .ready: "ready"
        case .substitute(_, let error), .textOnly(_, _, let error, _), .problem(_, _, let error): error.code.text
        }
    }

    /// Whether it is told as an error.
    var isProblem: Bool {
        if case .problem = self { true } else { false }
    }

    var receipt: Receipt? {
        switch self {
        case .ready(let receipt), .substitute(let receipt, _): receipt
        case .textOnly, .problem: nil
        }
    }
}

extension Attachment: Encodable {
    private enum Member: String, CodingKey {
        case status, problem, id, url, source
        case substituteProblem = "substitute_problem"
    }

    /// Writes a receipt, whose `status` and `problem` say what it stands for.
    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Member.self)
        switch self {
        case .ready(let receipt): try receipt.encode(to: encoder)
        case .substitute(let receipt, let problem):
            try receipt.encode(to: encoder)
            try members.encode("substitute", forKey: .status)
            try members.encode(problem, forKey: .problem)
        case .textOnly(let id, let source, let problem, let substituteProblem):
            try members.encode(id, forKey: .id)
            try members.encode("text-only", forKey: .status)
            try members.encodeNil(forKey: .url)
            try members.encode(["url": source], forKey: .source)
            try members.encode(problem, forKey: .problem)
            try members.encodeIfPresent(substituteProblem, forKey: .substituteProblem)
        case .problem(let id, let source, let problem):
            try members.encode(id, forKey: .id)
            try members.encode("problem", forKey: .status)
            try members.encodeNil(forKey: .url)
            try members.encode(["url": source], forKey: .source)
            try members.encode(problem, forKey: .problem)
        }
    }
}
