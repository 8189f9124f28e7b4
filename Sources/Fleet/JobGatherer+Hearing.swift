internal import AttachmentModel
internal import Batching
internal import FoundationEssentials
internal import Synchronization

/// What comes from the queue; all of it on the thread of the listener.
extension JobGatherer {
    /// The server's answer to a job that was sent to it.
    private struct Stored: Decodable {
        struct Fault: Decodable { let description: String? }
        let seq: UInt64?
        let duplicate: Bool?
        let error: Fault?
    }

    /// None is there, and none came in time (NATS architecture decision 13).
    private static let saysNoneIsLeft: Set<Int> = [404, 408]

    func hear(_ message: Message) {
        if let status = message.status {
            end(status, message.unfilled)
        } else if let delivery = Delivery(message) {
            take(delivery)
        } else {
            note(message)
        }
        say([])
    }

    /// A request for answers has ended before it was filled.
    private func end(_ status: Int, _ unfilled: Int?) {
        let complete = state.withLock { state in
            state.credit.ended(unfilled: unfilled, at: .now)
            // The queue has none left: those that were counted and did not come were taken out by somebody.
            if Self.saysNoneIsLeft.contains(status) { state.missing = 0 }
            return Self.completion(&state)
        }
        complete?.resume()
    }

    private func take(_ delivery: Delivery) {
        let result = FleetResult(message: delivery.message)
        let complete = state.withLock { state in
            state.credit.arrived(at: .now)
            state.missing = max(0, state.missing - 1)
            guard let result else {
                state.outbox.append(.thanks(delivery))
                return Self.completion(&state)
            }
            state.book.remove(result.job)
            if let waiting = state.waiting.removeValue(forKey: result.job) {
                for (item, continuation) in waiting.items {
                    state.unwritten[item, default: []].append(delivery)
                    continuation.resume(returning: result.answer)
                }
            } else {
                // Of two answers to one job the later one stays: its delivery is the one that counts.
                let isKept = state.early.count < Self.mostEarly
                if let old = state.early[result.job] { state.outbox.append(.thanks(old.delivery)) }
                if isKept { state.early[result.job] = Early(answer: result.answer, delivery: delivery) }
                if !isKept { state.outbox.append(.thanks(delivery)) }
            }
            return Self.completion(&state)
        }
        complete?.resume()
        if result == nil { remark("A result of the queue could not be read") }
    }

    private static func completion(_ state: inout State) -> CheckedContinuation<Void, Never>? {
        guard state.missing == 0 else { return nil }
        return state.onComplete.take()
    }

    /// Notes that a job is stored; its subject says which.
    private func note(_ message: Message) {
        let words = message.subject.split(separator: ".")
        guard words.count >= 2, let number = Int(words[words.count - 1]),
            let name = Fingerprint(text: String(words[words.count - 2])),
            let stored = try? JSONDecoder().decode(Stored.self, from: Data(message.bytes))
        else { return }
        guard let sequence = stored.seq, stored.error == nil else {
            // It is offered again after a while.
            return remark("The queue did not take a job: \(stored.error?.description ?? "no reason given")")
        }
        state.withLock { state in
            let step = state.book.stored(
                name, number: number, at: sequence, isOld: stored.duplicate ?? false, now: .now)
            if let step { state.outbox.append(.step(step)) }
        }
    }

    func turn() {
        if queue.connection.isClosed {
            let names = state.withLock { state in
                state.isClosed = true
                return Array(state.waiting.keys)
            }
            giveUp(
                names,
                with: .problem(
                    PreparationError(.queueDenied, "The queue at \(queue.place) has ended the connection")))
        } else if !queue.connection.isConnected {
            remark("The queue at \(queue.place) does not answer; waiting for it")
        }
        let steps = state.withLock { $0.book.due(at: .now, most: Self.mostLooks) }
        say(steps.map { .step($0) })
    }

    func giveUp(_ names: [Fingerprint], with answer: BatchAnswer) {
        let (left, complete) = state.withLock { state in
            let left = names.compactMap { name in
                state.book.remove(name)
                return state.waiting.removeValue(forKey: name)
            }
            return (left, state.isClosed ? state.onComplete.take() : nil)
        }
        complete?.resume()
        for waiting in left { for (_, continuation) in waiting.items { continuation.resume(returning: answer) } }
    }

    private func remark(_ words: String) {
        if state.withLock({ $0.told.insert(words).inserted }) { onRemark(words) }
    }
}
