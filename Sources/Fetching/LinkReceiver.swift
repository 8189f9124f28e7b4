internal import AttachmentModel
internal import HTTPTransport
internal import Handover
internal import Synchronization

/// Takes the answers to one link into a spool: the first that brings a file, and the rest of it should that break off.
final class LinkReceiver: HTTPReceiver {
    typealias Progress = @Sendable (_ received: Int, _ expected: Int?) -> Void

    private struct State: ~Copyable, Sendable {
        var intake: Intake?
        /// The head of the answer whose body is in the intake.
        var fileHead: HTTPHead?
        /// The head of the last answer.
        var lastHead: HTTPHead?
        var expected: Int?
        var mostDecoded = Int.max
        /// What was asked for last.
        var resumption: Resumption?
    }

    private let host: String
    private let limits: SourceLimits
    private let room: SpoolRoom
    private let isConditional: Bool
    /// Whether the beginning is enough of a file whose structure can be read in parts.
    private let isSurvey: Bool
    private let onProgress: Progress
    private let state = Mutex(State())

    /// - Parameter isConditional: whether an answer that nothing has changed is one that was asked for.
    init(
        host: String, limits: SourceLimits, room: SpoolRoom, isConditional: Bool = false,
        isSurvey: Bool = false, onProgress: @escaping Progress
    ) {
        self.host = host
        self.limits = limits
        self.room = room
        self.isConditional = isConditional
        self.isSurvey = isSurvey
        self.onProgress = onProgress
    }

    func begin(_ head: HTTPHead) throws(PreparationError) {
        let resumption = state.withLock { state in
            state.lastHead = head
            return state.resumption
        }
        if head.isRedirect || (isConditional && head.status == 304) { return }
        if let resumption, head.status == 206 { return try resume(resumption, head) }
        if resumption != nil, head.status == 416 { throw forgetPart() }
        try StatusRule.check(head.status, host: host)
        let refusal = WrongKind(declaredType: head.first("content-type"))
        let expected = head.bodyLength
        let mostDecoded = try head.mostDecoded
        try state.withLock { (state) throws(PreparationError) in
            state.intake = try Intake(limits, in: room, announced: expected ?? 0, refusing: refusal)
            state.fileHead = head
            state.expected = expected
            state.mostDecoded = mostDecoded
        }
        onProgress(0, expected)
    }

    func take(_ bytes: UnsafeRawBufferPointer) throws(PreparationError) -> Bool {
        let (received, expected) = try state.withLock { (state) throws(PreparationError) in
            try unsafe state.intake?.append(bytes)
            let count = state.intake?.count ?? 0
            guard count <= state.mostDecoded else {
                throw PreparationError(.fetchEncoding, "The answer decodes to far more than it was sent as")
            }
            guard count <= state.expected ?? .max else {
                throw PreparationError(.fetchUnreadableAnswer, "\(host) sent more of the file than it announced")
            }
            return (count, state.expected)
        }
        onProgress(received, expected)
        return !isSurvey || surveyed() == nil
    }

    /// The first bytes that are asked for when a file is read in parts: most structures that come first fit.
    private static let surveyBytes = 262_144

    /// The kind and size of a file of which enough has come; `nil` when it is to be taken whole.
    func surveyed() -> (kind: MediaKind, count: Int)? {
        state.withLock { state in
            guard let kind = state.intake?.namedKind, Excerpt.kinds.contains(kind), let count = state.expected,
                let came = state.intake?.count, came >= Self.surveyBytes, came < count
            else { return nil }
            return (kind, count)
        }
    }

    /// Hands over the beginning that came, of a file of which that is enough for now.
    func finishExcerpt(of count: Int) throws(PreparationError) -> Excerpt {
        try state.withLock { (state) throws(PreparationError) in
            guard let intake = state.intake.take() else { throw PreparationError(.internalFault) }
            return try intake.finishExcerpt(of: count)
        }
    }

    /// The head of the answer whose body came.
    var fileHead: HTTPHead? { state.withLock { $0.fileHead } }

    /// Makes sure that all of the file is here: a part may be shorter than what was asked for.
    func checkWhole() throws(PreparationError) {
        let (count, expected) = state.withLock { ($0.intake?.count, $0.expected) }
        guard let count, let expected, count < expected, surveyed() == nil else { return }
        throw PreparationError(.fetchTruncated, "\(host) sent \(count) of the file's \(expected) bytes")
    }

    /// Begins another try: what its request should ask for, when the last answer broke off in a file that can be resumed.
    func nextResumption() -> Resumption? {
        state.withLock { state in
            state.lastHead = nil
            state.resumption = state.fileHead.flatMap { Resumption(of: $0, count: state.intake?.count ?? 0) }
            return state.resumption
        }
    }

    /// The head of the last answer, if one came.
    var lastHead: HTTPHead? { state.withLock { $0.lastHead } }

    /// Hands over what came; only after an answer that was taken whole.
    func finish(attempts: Int, _ report: OriginReport) throws(PreparationError) -> Download {
        try state.withLock { (state) throws(PreparationError) in
            guard let intake = state.intake.take() else { throw PreparationError(.internalFault) }
            return try intake.finish(origin: report, attempts: attempts)
        }
    }

    /// The file has no such rest any more: the next try begins from its start.
    private func forgetPart() -> PreparationError {
        state.withLock { state in
            state.intake = nil
            state.fileHead = nil
        }
        return PreparationError(.fetchTruncated, "The file on \(host) changed while it was fetched")
    }

    private func resume(_ resumption: Resumption, _ head: HTTPHead) throws(PreparationError) {
        let total = try resumption.check(head, host: host)
        state.withLock { $0.expected = total }
        onProgress(resumption.offset, total)
    }
}
