package import AttachmentModel
internal import FoundationEssentials
package import Index
internal import Synchronization

/// Receipts that a fleet remembers, in a bucket that every machine reads and writes; its calls block.
///
/// A value lives for as long as its file must stay, from the last time it was put. Keys begin with the version of their
/// form, so an older affix never sees, and never replaces, what a newer one has put. Beside each answer its files have
/// keys of their own, under which stands which answer told of them last.
package final class FleetIndex: AnswerStore {
    private static let schema = 1
    /// The index is asked before anything else of an item; whoever waits longer is faster without it.
    private static let patience = Duration.seconds(1)

    private let queue: WorkQueue
    private let bucket: Bucket
    /// Until when each file must stay, read once: who asks for one asks for all.
    private let keeping = Mutex<[String: Int]?>(nil)
    private let sightings = Mutex(IndexSightings())

    /// Opens or makes the index of a queue.
    ///
    /// - Parameter life: how long an answer is remembered that nobody asks for.
    package init(_ queue: WorkQueue, life: Duration) throws(PreparationError) {
        self.queue = queue
        bucket = try queue.bucket(
            queue.layout.index, isOnDisk: true, life: life.components.seconds * 1_000_000_000, wait: Self.patience)
    }

    package var place: String { "\(queue.place)/\(queue.layout.index)" }

    private var stream: String { "KV_" + queue.layout.index }
    /// How many answers were read to find traces.
    var read: Int { sightings.withLock { $0.read } }
    /// What the subjects of answers begin with; their names follow.
    private var beginning: String { "$KV.\(queue.layout.index).v\(Self.schema)." }

    package var bytes: Int {
        get throws(IndexFault) {
            try asking { () throws(QueueFault) in
                Int(clamping: try queue.streams.state(of: stream).bytes)
            }
        }
    }

    package func entry(for key: IndexKey) throws(IndexFault) -> IndexEntry? {
        try asking { () throws(QueueFault) in
            try bucket.value(of: Self.name(of: key.text)).flatMap { StoredAnswer(bytes: $0.bytes)?.entry }
        }
    }

    package func put(_ entry: IndexEntry, for key: IndexKey) throws(IndexFault) {
        guard let bytes = StoredAnswer(entry, key).bytes else { return }
        try asking { () throws(QueueFault) in
            try bucket.put(bytes, under: Self.name(of: key.text))
            for digest in Set(entry.digests) { try bucket.put(Array(key.text.utf8), under: Self.name(ofFile: digest)) }
        }
    }

    package func rows(publishing digest: String) throws(IndexFault) -> [IndexRow] {
        try asking { () throws(QueueFault) in
            guard let found = try bucket.value(of: Self.name(ofFile: digest)),
                let key = String(validating: found.bytes, as: UTF8.self), !key.isEmpty,
                let answer = try bucket.value(of: Self.name(of: key))
            else { return [] }
            // That answer may have come out differently since.
            let row = StoredAnswer(bytes: answer.bytes)?.row(named: key)
            return [row].compactMap(\.self).filter { $0.entry.digests.contains(digest) }
        }
    }

    package func keepUntil(digest: String) throws(IndexFault) -> Int? {
        if let known = keeping.withLock({ $0 }) { return known[digest] }
        var all: [String: Int] = [:]
        try forEach { row in
            for digest in row.entry.digests { all[digest] = max(all[digest] ?? 0, row.entry.keepUntil) }
        }
        keeping.withLock { $0 = all }
        return all[digest]
    }

    /// Goes through all of it the first time, and from then on through what has come since: whoever withdraws asks again
    /// and again, and what is remembered comes with every item.
    package func rows(about keys: [BlockKey]) throws(IndexFault) -> [IndexRow] {
        let asked = Set(keys)
        return try asking { () throws(QueueFault) in
            let places = try sightings.withLock { (sightings) throws(QueueFault) in
                try bringUpToDate(&sightings)
                return sightings.places(of: asked)
            }
            var found: [IndexRow] = []
            for place in places {
                // What was put again has another place by now.
                guard let message = try queue.streams.message(at: place, of: stream), let row = row(message),
                    row.keys.contains(where: asked.contains)
                else { continue }
                found.append(row)
            }
            return found
        }
    }

    private func bringUpToDate(_ sightings: inout IndexSightings) throws(QueueFault) {
        let state = try queue.streams.state(of: stream)
        // Somebody has made it anew, or most of what was seen has gone.
        if state.lastSequence < sightings.end || sightings.isWorn(for: state.messages) { sightings = IndexSightings() }
        guard state.lastSequence > sightings.end else { return }
        try queue.forEachMessage(of: stream, filter: beginning + ">", from: sightings.end + 1) {
            (sequence, message) throws(QueueFault) in
            sightings.note(row(message)?.keys ?? [], at: sequence)
        }
        sightings.note([], at: state.lastSequence)
    }

    package func forget(_ rows: [IndexRow]) throws(IndexFault) {
        try asking { () throws(QueueFault) in
            for row in rows { try bucket.remove(Self.name(of: row.name)) }
        }
    }

    /// Does nothing: the bucket forgets by itself.
    package func forget(before instant: Int) -> Int { 0 }

    package func forEach(_ body: (IndexRow) -> Void) throws(IndexFault) {
        try asking { () throws(QueueFault) in
            try queue.forEachMessage(of: stream, filter: beginning + ">") { (_, message) throws(QueueFault) in
                if let row = row(message) { body(row) }
            }
        }
    }

    /// Reads an answer; `nil` for what is none, such as the mark of a deleted one.
    private func row(_ message: Message) -> IndexRow? {
        StoredAnswer(bytes: message.bytes)?.row(named: String(message.subject.dropFirst(beginning.count)))
    }

    /// Nothing: what the servers keep, they check themselves.
    package func integrityFaults() -> [String] { [] }

    /// Digits only, as a key may not hold what links are made of.
    private static func name(of key: String) -> String { "v\(schema).\(key)" }

    /// Beside the answers, so that whoever goes through these does not see it.
    private static func name(ofFile digest: String) -> String { "files.v\(schema).\(digest)" }

    private func asking<Value>(_ body: () throws(QueueFault) -> Value) throws(IndexFault) -> Value {
        guard queue.connection.isConnected else {
            throw IndexFault(mayPass: true, words: "The index at \(place) does not answer")
        }
        do throws(QueueFault) {
            return try body()
        } catch {
            throw IndexFault(mayPass: true, words: "The index at \(place) cannot be asked: \(error.words)")
        }
    }
}
