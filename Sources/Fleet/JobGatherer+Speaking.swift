internal import Batching
internal import FlowControl
internal import Glibc
internal import Synchronization

/// What goes to the queue; all of it on threads that may block.
extension JobGatherer {
    /// Has words said by a thread that may block, one after the other, together with what waits to be said.
    func say(_ words: [Word]) {
        let mustStart = state.withLock { state in
            state.outbox += words
            let count = state.isClosed ? 0 : state.credit.ask(for: Self.width / 2, at: .now)
            if count > 0 { state.outbox.append(.ask(count)) }
            guard !state.outbox.isEmpty, !state.isSpeaking else { return false }
            state.isSpeaking = true
            return true
        }
        guard mustStart else { return }
        let body: @Sendable () -> Void = { [self] in
            speak()
            let isDone = state.withLock { state in
                state.isSpeaking = false
                return state.outbox.isEmpty
            }
            // Something was added after the last look.
            if !isDone { say([]) }
        }
        if !OwnThread.start(body) { body() }
    }

    func speak() {
        while true {
            let words = state.withLock { state in
                defer { state.outbox = [] }
                return state.outbox
            }
            guard !words.isEmpty else { return }
            for word in words {
                do throws(QueueFault) {
                    try utter(word)
                } catch {
                    // The client's buffer is full, or a server is not there: what matters is said again at its time.
                    usleep(50_000)
                }
            }
        }
    }

    private func utter(_ word: Word) throws(QueueFault) {
        switch word {
        case .thanks(let delivery): try delivery.forget(in: queue)
        case .ask(let count):
            try queue.pull(count, of: queue.layout.gatherer(of: run), in: queue.layout.results, to: inbox + ".pull")
        case .step(.publish(let name, let number)):
            guard let message = state.withLock({ $0.waiting[name]?.message }) else { return }
            try queue.connection.send(
                message, on: queue.layout.jobs(of: run), identity: "\(run).\(name.text).\(number)",
                replyTo: "\(inbox).\(name.text).\(number)")
        case .step(.look(let name, let sequence)):
            let isThere = try queue.streams.message(at: sequence, of: queue.layout.jobs) != nil
            state.withLock { $0.book.looked(name, isThere: isThere, now: .now) }
        }
    }
}
