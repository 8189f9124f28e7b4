internal import AttachmentModel
internal import Batching
internal import FoundationEssentials
internal import Push

/// What came of one receipt.
struct ComposedLine {
    /// The caller's name for it.
    let id: String?
    /// Why there is no media, when the push is of text alone.
    let missing: PreparationError?
    let outcome: Result<Payload, PreparationError>

    var status: ExitStatus {
        switch outcome {
        case .success: .ready
        case .failure(let problem): ExitStatus(problem)
        }
    }

    /// One object: the payload as it is sent and what there is to say of it, or the problem.
    var json: String {
        var members = [JSONValue.Member("id", id.map(JSONValue.string) ?? .null)]
        switch outcome {
        case .success(let payload):
            members.append(.init("bytes", .integer(payload.size)))
            members.append(.init("text_only", .bool(missing != nil)))
            members.append(.init("shortened", .array(payload.shortened.map { .string($0.description) })))
            members.append(.init("payload", payload.value))
            members.append(.init("problem", missing.map(Self.json) ?? .null))
        case .failure(let problem):
            members.append(.init("payload", .null))
            members.append(.init("problem", Self.json(problem)))
        }
        return JSONValue.object(members).json
    }

    /// The problem as it stands everywhere else.
    private static func json(_ problem: PreparationError) -> JSONValue {
        (try? JSONValue(strictly: Array(JSONLine.of(problem).utf8))) ?? .string(problem.code.text)
    }
}
