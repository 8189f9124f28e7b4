package import AttachmentModel
internal import Batching
internal import FoundationEssentials

/// A job that was tried in vain too often, or is being tried for the last time.
package struct DeadLetter: Sendable {
    static let schema = 1

    let job: FleetJob
    /// How often it was tried.
    package let tries: Int
    /// What came of the last try; `nil` while that lasts, or when its machine has died on it.
    package let problem: PreparationError?

    init(_ job: FleetJob, tries: Int, problem: PreparationError? = nil) {
        self.job = job
        self.tries = tries
        self.problem = problem
    }

    /// The source as it may be shown.
    package var source: String { job.source.redacted }
    /// The list it belongs to.
    package var run: String { job.run }

    private struct Message: Codable {
        let schema: Int
        let job: FleetJob
        let tries: Int
        let problem: PreparationError?
    }

    func encoded() -> [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(Message(schema: Self.schema, job: job, tries: tries, problem: problem)))
            .map { Array($0) }
    }

    /// Reads a message; `nil` when it is none, or one of a later version.
    init?(message: [UInt8]) {
        let decoder = JSONDecoder()
        guard let mark = try? decoder.decode(SchemaMark.self, from: Data(message)), mark.schema <= Self.schema,
            let content = try? decoder.decode(Message.self, from: Data(message))
        else { return nil }
        self.init(content.job, tries: content.tries, problem: content.problem)
    }
}
