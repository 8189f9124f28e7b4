internal import AttachmentModel
internal import FlowControl
internal import FoundationEssentials
internal import Synchronization

/// Tells whoever asked for it of the end of a job, again and again until it is taken.
///
/// What is told lies on the disk alone until its turn comes, and so does how often it was tried: the next process goes on
/// where this one ends. It may tell somebody twice, with the same id, where it ends before an answer is noted.
final class CallbackDesk: Sendable {
    /// Sends a body by POST; gives the status of the answer, and how long its sender asks to be left alone.
    typealias Post =
        @Sendable (_ body: [UInt8], _ link: String, _ headers: [(name: String, value: String)])
        async throws(PreparationError) -> (status: Int, pause: Duration?)

    /// What time it is, and how it passes.
    struct Clock: Sendable {
        /// Seconds since 1970.
        var now: @Sendable () -> Int = { Int(Date().timeIntervalSince1970) }
        var sleep: @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    }

    /// Deliveries at once, and of these to one host: a slow one must not hold up the others.
    private static let width = 16
    private static let widthOfHost = 2

    private struct Host {
        let gate = Gate(width: widthOfHost)
        /// Deliveries that run or wait.
        var visitors = 0
    }

    private let store: JobStore
    private let key: SigningKey?
    private let clock: Clock
    private let told: @Sendable (Job) async throws(PreparationError) -> Job
    private let post: Post
    private let onTry: @Sendable (CallbackNote) -> Void
    private let places = Gate(width: width)
    private let hosts = Mutex<[String: Host]>([:])

    /// - Parameters:
    ///   - key: what deliveries are signed with; without one they wait for a process that has one.
    ///   - told: makes of a job what is told of it at that moment.
    ///   - onTry: takes what came of each try.
    init(
        _ store: JobStore, signedBy key: SigningKey?, clock: Clock = Clock(),
        told: @escaping @Sendable (Job) async throws(PreparationError) -> Job,
        onTry: @escaping @Sendable (CallbackNote) -> Void, post: @escaping Post
    ) {
        self.store = store
        self.key = key
        self.clock = clock
        self.told = told
        self.onTry = onTry
        self.post = post
    }

    /// Begins with what the last process left.
    func resume() throws(PreparationError) {
        for callback in try store.callbacks() { begin(callback) }
    }

    /// Has somebody told, when it is time and his turn.
    func begin(_ callback: Callback) {
        guard let key else { return }
        Task {
            var callback = callback
            while true {
                await clock.sleep(.seconds(max(0, callback.time - clock.now())))
                guard let outcome = await atItsTurn(at: callback.place, { await attempt(callback, key) }) else {
                    return
                }
                guard case .again(let pause) = outcome else {
                    await store.insist { [id = callback.id] store throws(PreparationError) in
                        try store.closeCallback(of: id)
                    }
                    return
                }
                callback.tries += 1
                callback.time = clock.now() + Int(pause.components.seconds)
                // The next try does not wait until that can be written.
                try? await BlockingLane().run { [store, callback] () throws(PreparationError) in
                    try store.putOff(callback)
                }
            }
        }
    }

    /// Tells somebody once; `nil` when there is nothing to tell.
    private func attempt(_ callback: Callback, _ key: SigningKey) async -> CallbackOutcome? {
        guard let job = await store.insist({ store throws(PreparationError) in try store.job(callback.id) }) else {
            return nil
        }
        let start = ContinuousClock.now
        var status: Int?
        var code: String?
        let outcome: CallbackOutcome
        do throws(PreparationError) {
            let body = try await told(job).json
            let headers =
                [
                    ("Content-Type", "application/json"), ("Affix-Id", job.id),
                    ("Affix-Signature", key.signature(of: body, at: clock.now())),
                ] + (job.trace.map { [("traceparent", $0)] } ?? [])
            let answer = try await post(Array(body.utf8), callback.link, headers)
            status = answer.status
            outcome = CallbackOutcome(status: answer.status, asked: answer.pause, tries: callback.tries)
        } catch {
            code = error.code.text
            outcome = CallbackOutcome(error, tries: callback.tries)
        }
        onTry(
            CallbackNote(
                callback: callback.id, place: callback.place, attempt: callback.tries + 1, result: outcome.word,
                status: status, code: code, milliseconds: (start.duration(to: .now).milliseconds * 10).rounded() / 10))
        return outcome
    }

    /// Waits for a turn at a host first: whoever waits for a slow one takes no place from others.
    private func atItsTurn<Value: Sendable>(at host: String, _ body: () async -> Value) async -> Value {
        let gate = hosts.withLock { hosts in
            hosts[host, default: Host()].visitors += 1
            return hosts[host, default: Host()].gate
        }
        // Nobody calls these tasks off, so they get through.
        _ = await gate.enter(until: nil)
        _ = await places.enter(until: nil)
        let value = await body()
        places.leave()
        gate.leave()
        hosts.withLock { hosts in
            hosts[host]?.visitors -= 1
            if hosts[host]?.visitors == 0 { hosts[host] = nil }
        }
        return value
    }
}
