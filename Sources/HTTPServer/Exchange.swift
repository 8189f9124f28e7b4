internal import Synchronization

/// One request and its answer.
///
/// The library's thread feeds it; the work runs as a task, meanwhile the connection is suspended.
final class Exchange: Sendable {
    /// What the library's thread does next.
    enum Step {
        /// The head has come: it is to be judged.
        case judge
        /// The body has come: the work begins.
        case work(@Sendable ([UInt8]) async -> Answer, [UInt8])
        case refuse(Refusal)
        case answer(Answer)
        /// Nothing; the answer is on its way.
        case wait
    }

    /// Why a body is thrown away.
    enum Refusal {
        case tooLarge(limit: Int)
        /// Those of other connections leave no memory for it.
        case crowded
    }

    private enum State {
        case new
        case reading(limit: Int, body: [UInt8], then: @Sendable ([UInt8]) async -> Answer)
        case overflowing(Refusal, more: Int)
        case taking(any BodyIntake, patience: Int, then: @Sendable () async -> Answer)
        case refused(Answer, more: Int)
        case working(Task<Void, Never>?, resume: @Sendable () -> Void)
        case ready(Answer)
        case answered
    }

    /// What a body over its limit may bring besides before its connection is cut: a client that has sent all of it reads
    /// the answer, one that goes on for ever does not.
    private static let patience = 1 << 20
    /// The same for what an intake has refused, of a body whose end was not announced: a form sends a whole file before it
    /// reads that it was the wrong one.
    private static let patienceWithFiles = 64 << 20

    /// As it was sent, up to its first NUL.
    let target: String
    let conversation: Conversation
    private let budget: BodyBudget
    /// What its body has of the budget, until nobody works on it any more.
    private let held = Atomic(0)
    private let state = Mutex(State.new)

    init(target: String, in conversation: Conversation, of budget: BodyBudget) {
        self.target = target
        self.conversation = conversation
        self.budget = budget
    }

    deinit { giveBack() }

    /// Whether the target has nothing but what may stand in an address, and nothing of it is lost.
    ///
    /// - Parameter count: bytes that it was sent with.
    func hasClearTarget(of count: Int) -> Bool {
        target.utf8.count == count && count > 0 && target.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }

    private func giveBack() {
        budget.give(held.exchange(0, ordering: .relaxed))
    }

    /// Reads a body of at most `limit` bytes, and does the work then.
    func read(atMost limit: Int, then work: @escaping @Sendable ([UInt8]) async -> Answer) {
        state.withLock { $0 = .reading(limit: limit, body: [], then: work) }
    }

    /// Hands the body on, and does the work then.
    ///
    /// - Parameter announced: its bytes, where they were told. When it is refused in the middle, the rest is still taken:
    ///   its client reads no answer before it has sent all of it.
    func take(by intake: any BodyIntake, announced: Int?, then work: @escaping @Sendable () async -> Answer) {
        let patience = max(announced ?? 0, Self.patienceWithFiles)
        state.withLock { $0 = .taking(intake, patience: patience, then: work) }
    }

    /// Has this answered when the library calls next.
    func answer(_ answer: Answer) {
        state.withLock { $0 = .ready(answer) }
    }

    /// Takes a piece of the body; `false` when there was too much of it and more.
    func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        state.withLock { state in
            switch state {
            case .reading(let limit, var body, let then):
                state = .new
                if body.count + bytes.count > limit {
                    state = .overflowing(.tooLarge(limit: limit), more: Self.patience)
                    giveBack()
                } else if !budget.take(bytes.count) {
                    state = .overflowing(.crowded, more: Self.patience)
                    giveBack()
                } else {
                    held.add(bytes.count, ordering: .relaxed)
                    unsafe body.append(contentsOf: bytes)
                    state = .reading(limit: limit, body: body, then: then)
                }
                return true
            case .overflowing(let refusal, let more):
                state = .overflowing(refusal, more: more - bytes.count)
                return more > bytes.count
            case .taking(let intake, let patience, _):
                let bytes = unsafe bytes.bindMemory(to: UInt8.self)
                if let answer = unsafe intake.take(bytes.span) {
                    state = .refused(answer, more: patience)
                }
                return true
            case .refused(let answer, let more):
                state = .refused(answer, more: more - bytes.count)
                return more > bytes.count
            default: return false
            }
        }
    }

    /// What comes next when the library calls with no bytes of a body.
    func next() -> Step {
        state.withLock { state in
            switch state {
            case .new: return .judge
            case .reading(_, let body, let then): return .work(then, body)
            case .overflowing(let refusal, _): return .refuse(refusal)
            case .taking(_, _, let then): return .work({ _ in await then() }, [])
            case .refused(let answer, _):
                state = .answered
                return .answer(answer)
            case .working: return .wait
            case .ready(let answer):
                state = .answered
                return .answer(answer)
            case .answered: return .wait
            }
        }
    }

    /// Begins the work; the connection is suspended already.
    func work(
        _ work: @escaping @Sendable ([UInt8]) async -> Answer, on body: [UInt8], resume: @escaping @Sendable () -> Void
    ) {
        state.withLock { state in
            state = .working(nil, resume: resume)
            let task = Task { self.finish(await work(body)) }
            state = .working(task, resume: resume)
        }
    }

    /// Asks the work to end; its answer is still sent.
    func cut() {
        let task = state.withLock { state -> Task<Void, Never>? in
            guard case .working(let task, _) = state else { return nil }
            return task
        }
        task?.cancel()
    }

    /// The client went away: the work is cancelled, and its connection is freed at once.
    func abandon() {
        // 499: nobody reads it, but it is counted and logged by that name elsewhere, too.
        abandon(with: Answer(499))
    }

    /// The work is cancelled, and its client gets another answer at once.
    func abandon(with answer: Answer) {
        cut()
        var answer = answer
        answer.closes = true
        finish(answer)
    }

    private func finish(_ answer: Answer) {
        let resume = state.withLock { state -> (@Sendable () -> Void)? in
            guard case .working(_, let resume) = state else { return nil }
            state = .ready(answer)
            return resume
        }
        resume?()
    }
}
