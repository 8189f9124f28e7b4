internal import Batching
internal import FoundationEssentials

/// What came of a job, as it stands in the queue of results.
struct FleetResult: Sendable {
    static let schema = 1

    /// The name of the job.
    let job: Fingerprint
    let answer: BatchAnswer

    init(_ job: Fingerprint, _ answer: BatchAnswer) {
        self.job = job
        self.answer = answer
    }

    private struct Message: Codable {
        let schema: Int
        let line: JournalLine
    }

    func encoded() -> [UInt8]? {
        let line = JournalLine(item: job, id: nil, source: nil, answer: answer)
        return (try? JSONEncoder().encode(Message(schema: Self.schema, line: line))).map { Array($0) }
    }

    /// Reads a message; `nil` when it is none, or one of a later version.
    init?(message: [UInt8]) {
        let decoder = JSONDecoder()
        guard let mark = try? decoder.decode(SchemaMark.self, from: Data(message)), mark.schema <= Self.schema,
            let line = try? decoder.decode(Message.self, from: Data(message)).line
        else { return nil }
        self.init(line.item, line.answer)
    }
}
