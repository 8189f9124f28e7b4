internal import AttachmentModel
internal import FlowControl
internal import Foundation
internal import Synchronization
internal import TestSupport

@testable internal import Batching

/// A folder with a journal, and everything that was asked and told.
final class BatchBench: Sendable {
    let folder: String
    let asked = Mutex<[String]>([])
    let remarks = Mutex<[String]>([])
    var journal: String { folder + "/results.jsonl" }

    init(_ folder: String) { self.folder = folder }

    /// Lends a bench whose folder goes with it.
    static func with(_ body: (BatchBench) async throws -> Void) async throws {
        try await TemporaryFolder.with { try await body(BatchBench($0)) }
    }

    /// The statuses of the lines in the journal, each with the item's id or source.
    var lines: [String] {
        let text = (try? String(contentsOfFile: journal, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map { line in
            guard let object = (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any] else {
                return "?"
            }
            let source = (object["source"] as? [String: Any])?["url"] as? String
            return "\((object["id"] as? String) ?? source ?? "-") \(object["status"] ?? "?")"
        }
    }

    func run(
        _ list: String, before: @escaping @Sendable (String) async -> Void = { _ in },
        answer: @escaping @Sendable (String) -> BatchAnswer = { BatchBench.answer($0) },
        until stop: StopRequest = StopRequest(),
        set change: (inout Batch.Configuration) -> Void = { _ in }
    ) async throws -> BatchEnd {
        let manifest = folder + "/manifest"
        try Data(list.utf8).write(to: URL(filePath: manifest))
        var configuration = Batch.Configuration(journal: journal)
        change(&configuration)
        let batch = Batch(configuration, purpose: { $0.profile?.name ?? "" }, objection: { _, _ in nil }) {
            item, fetched in
            let name = item.source.redacted
            self.asked.withLock { $0.append(name) }
            await before(name)
            fetched()
            return answer(name)
        }
        return try await batch.run(Manifest([manifest]), until: stop) { notice in
            if case .remark(let text) = notice { self.remarks.withLock { $0.append(text) } }
        }
    }

    static func answer(_ name: String) -> BatchAnswer {
        let word = String(name.prefix { $0 != "." })
        if let code = PreparationError.Code(text: word) { return .problem(PreparationError(code)) }
        let facts = MediaFacts(kind: .jpeg, bytes: 9)
        return .receipt(
            Receipt(
                id: "by digest", url: "https://c/x.jpg", digest: "ab", expiresAt: "2030-01-01T00:00:00Z",
                facts: facts, source: SourceSummary(url: name), origin: nil, path: .pass, rulebook: "1"))
    }
}
