internal import AttachmentModel
internal import HTTPTransport
internal import Handover
internal import Synchronization

/// Takes one answer of a host into a spool; its head decides whether there is a file to take.
final class LinkReceiver: HTTPReceiver {
    typealias Progress = @Sendable (_ received: Int, _ expected: Int?) -> Void

    private struct State: ~Copyable, Sendable {
        var intake: Intake?
        var expected: Int?
    }

    private let host: String
    private let limits: SourceLimits
    private let room: SpoolRoom
    private let onProgress: Progress
    private let state = Mutex(State())

    init(host: String, limits: SourceLimits, room: SpoolRoom, onProgress: @escaping Progress) {
        self.host = host
        self.limits = limits
        self.room = room
        self.onProgress = onProgress
    }

    func begin(_ head: HTTPHead) throws(PreparationError) {
        if RedirectWalk.isRedirect(head.status) { return }
        try StatusRule.check(head.status, host: host)
        let refusal = WrongKind(declaredType: head.first("content-type"))
        let expected = head.bodyLength
        try state.withLock { (state) throws(PreparationError) in
            state.intake = try Intake(limits, in: room, announced: expected ?? 0, refusing: refusal)
            state.expected = expected
        }
        onProgress(0, expected)
    }

    func take(_ bytes: UnsafeRawBufferPointer) throws(PreparationError) {
        let (received, expected) = try state.withLock { (state) throws(PreparationError) in
            try unsafe state.intake?.append(bytes)
            return (state.intake?.count ?? 0, state.expected)
        }
        onProgress(received, expected)
    }

    /// Hands over what came; only for an answer that was taken.
    func finish(_ origin: OriginReport) throws(PreparationError) -> Download {
        try state.withLock { (state) throws(PreparationError) in
            guard let intake = state.intake.take() else { throw PreparationError(.internalFault) }
            return try intake.finish(origin: origin, attempts: 1)
        }
    }
}

extension HTTPHead {
    /// The length of the body as we receive it: of an encoded body only the encoded length is declared.
    var bodyLength: Int? {
        let encoding = first("content-encoding")?.lowercased() ?? "identity"
        guard encoding == "identity", let text = first("content-length"), let length = Int(text), length >= 0 else {
            return nil
        }
        return length
    }
}
