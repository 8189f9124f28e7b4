internal import AttachmentModel
internal import FlowControl
internal import FoundationEssentials
package import Index
internal import Synchronization

/// What a fleet has withdrawn, in a bucket that every machine reads; its calls block.
///
/// Each machine holds a copy and asks at most once a second whether it still counts: a list of a million items costs no
/// more questions than one of ten. Whoever withdraws therefore waits for `delay` before the files go. A list that cannot
/// be read, or only in part, is a fault: it may hold whatever is asked about.
package final class FleetBlockList: BlockStore {
    private typealias Instant = ContinuousClock.Instant

    /// The copy that a machine goes by.
    private struct Copy {
        var withdrawals = Withdrawals()
        var keys: Set<BlockKey> = []
        /// How the stream stood when it was read; `nil` while there is none.
        var state: JetStream.StreamState?
        var isGoodUntil: Instant?
        /// Why it could not be read a moment ago.
        var fault: IndexFault?
        var restsUntil: Instant?
    }

    private static let validity = Duration.seconds(1)
    /// How long servers that have just lost one of them may take; nobody is refused for that.
    private static let patience = Duration.seconds(10)

    private let queue: WorkQueue
    private let copy = Mutex(Copy())

    package init(_ queue: WorkQueue) { self.queue = queue }

    /// A quarter more than a copy counts, as no two clocks run alike.
    package var delay: Duration { Self.validity * 5 / 4 }

    private var name: String { queue.layout.withdrawn }
    private var place: String { "\(queue.place)/\(name)" }

    package func contains(_ key: BlockKey) throws(IndexFault) -> Bool {
        try present { $0.keys.contains(key) }
    }

    package func revision() throws(IndexFault) -> String {
        try present { $0.state.map { "\($0.lastSequence) of \($0.messages)" } ?? "none" }
    }

    package func withdrawals() throws(IndexFault) -> Withdrawals {
        forgetCopy()
        return try present { $0.withdrawals }
    }

    package func add(_ keys: [BlockKey], at time: Int) throws(IndexFault) {
        defer { forgetCopy() }
        let acts = try StoredAct.parts(of: keys, time: time)
        let bucket = try bucket()
        for act in acts {
            try asking { () throws(QueueFault) in try bucket.put(act.bytes, under: act.key) }
        }
    }

    package func remove(_ keys: [BlockKey]) throws(IndexFault) -> Withdrawals.Release {
        defer { forgetCopy() }
        let (acts, release) = try withdrawals().release(of: keys)
        guard !acts.isEmpty else { return release }
        let bucket = try bucket()
        for act in acts {
            for part in 0..<StoredAct.count(of: act.keys.count) {
                try asking { () throws(QueueFault) in try bucket.remove(StoredAct.key(act.name, part)) }
            }
        }
        return release
    }

    private func forgetCopy() { copy.withLock { $0.isGoodUntil = nil } }

    private func bucket() throws(IndexFault) -> Bucket {
        do throws(PreparationError) {
            return try queue.bucket(name, isOnDisk: true, life: 0, wait: .seconds(5))
        } catch {
            throw IndexFault(mayPass: error.isRetryable, words: "\(error.message) \(error.detail ?? "")")
        }
    }

    /// Lends the copy, brought up to date if it is not.
    private func present<Value: Sendable>(_ body: (Copy) -> Value) throws(IndexFault) -> Value {
        let outcome = copy.withLock { copy -> Result<Value, IndexFault> in
            Result { () throws(IndexFault) in
                if let end = copy.isGoodUntil, ContinuousClock.now < end { return body(copy) }
                // Who has waited behind somebody that got no answer need not wait for one as long.
                if let fault = copy.fault, let end = copy.restsUntil, ContinuousClock.now < end { throw fault }
                do throws(IndexFault) {
                    copy = try asking { () throws(QueueFault) in try read(copy) }
                } catch {
                    (copy.fault, copy.restsUntil) = (error, .now + Self.validity)
                    throw error
                }
                return body(copy)
            }
        }
        return try outcome.get()
    }

    private func read(_ known: Copy) throws(QueueFault) -> Copy {
        // It is as old as the question, not as the answer.
        let end = Instant.now + Self.validity
        let stream = "KV_" + name
        var state: JetStream.StreamState?
        do throws(QueueFault) {
            state = try queue.streams.state(of: stream)
        } catch {
            guard error.kind == .notFound else { throw error }
        }
        var copy = known
        (copy.isGoodUntil, copy.fault) = (end, nil)
        guard state != known.state else { return copy }
        var parts: [StoredAct] = []
        var last: UInt64 = 0
        if state != nil {
            try queue.forEachMessage(of: stream) { (sequence, message) throws(QueueFault) in
                last = sequence
                // What was allowed again has no bytes.
                if !message.bytes.isEmpty { parts.append(try StoredAct(bytes: message.bytes)) }
            }
        }
        guard let state, state.messages > 0 else { return Copy(state: state, isGoodUntil: end) }
        guard last >= state.lastSequence else { throw QueueFault(.late, "a part of it is missing") }
        let withdrawals = StoredAct.withdrawals(parts)
        return Copy(
            withdrawals: withdrawals, keys: Set(withdrawals.acts.flatMap(\.keys)), state: state, isGoodUntil: end)
    }

    /// Does something for as long as it takes servers to agree on who leads.
    private func asking<Value>(_ body: () throws(QueueFault) -> Value) throws(IndexFault) -> Value {
        do throws(QueueFault) {
            return try WorkQueue.insisting(until: Deadline(in: Self.patience), body)
        } catch {
            throw IndexFault(
                mayPass: error.kind == .late || error.kind == .unreachable,
                words: "The list of what was withdrawn, \(place), does not answer: \(error.words)")
        }
    }
}
