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
        var mostDecoded = Int.max
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
        if head.isRedirect { return }
        try StatusRule.check(head.status, host: host)
        let refusal = WrongKind(declaredType: head.first("content-type"))
        let expected = head.bodyLength
        let mostDecoded = try head.mostDecoded
        try state.withLock { (state) throws(PreparationError) in
            state.intake = try Intake(limits, in: room, announced: expected ?? 0, refusing: refusal)
            state.expected = expected
            state.mostDecoded = mostDecoded
        }
        onProgress(0, expected)
    }

    func take(_ bytes: UnsafeRawBufferPointer) throws(PreparationError) {
        let (received, expected) = try state.withLock { (state) throws(PreparationError) in
            try unsafe state.intake?.append(bytes)
            let count = state.intake?.count ?? 0
            guard count <= state.mostDecoded else {
                throw PreparationError(.fetchEncoding, "The answer decodes to far more than it was sent as")
            }
            return (count, state.expected)
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
        guard encodings.isEmpty, let text = first("content-length"), let length = Int(text), length >= 0 else {
            return nil
        }
        return length
    }

    /// The encodings of the body that were not asked for.
    private var encodings: [String] {
        headers.filter { $0.name == "content-encoding" }.flatMap { $0.value.lowercased().split(separator: ",") }
            .map { $0.filter { $0 != " " } }.filter { $0 != "identity" && !$0.isEmpty }
    }

    /// What an encoded body may decode to: media hardly shrinks, so a body that swells a hundredfold is a bomb.
    ///
    /// One encoding within another serves nobody else, and is refused.
    var mostDecoded: Int {
        get throws(PreparationError) {
            guard encodings.count < 2 else {
                throw PreparationError(.fetchEncoding, "The answer is encoded more than once")
            }
            guard !encodings.isEmpty else { return .max }
            let sent = first("content-length").flatMap { Int($0) } ?? 1_000_000
            return max(1_000_000, sent.multipliedReportingOverflow(by: 100).overflow ? .max : sent * 100)
        }
    }
}
