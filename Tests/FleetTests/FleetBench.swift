internal import AttachmentModel
internal import Batching
internal import FlowControl
internal import Foundation
internal import Synchronization
internal import TestSupport

@testable internal import Fleet

/// A real server, lists that offer to it, and machines whose work is a closure.
struct FleetBench {
    let server: QueueServer
    let folder: String

    static func with(
        nodes: Int = 1, _ body: (FleetBench) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            try await QueueServer.serving(nodes: nodes, in: folder) { server in
                try await body(FleetBench(server: server, folder: folder))
            }
        }
    }

    func queue(
        replicas: Int = 1, ackWait: Duration = .seconds(2), url: String? = nil
    ) throws -> WorkQueue {
        var configuration = WorkQueue.Configuration(access: QueueAccess(try present(QueueAddress(url ?? server.url))))
        configuration.replicas = replicas
        configuration.ackWait = ackWait
        return try WorkQueue(configuration)
    }

    static func job(_ source: String, run: String = "r1") -> FleetJob {
        FleetJob(AttachmentRequest(MediaSource("https://a/" + source)), run: run, isCheck: false)
    }

    static func item(_ source: String) -> ManifestItem {
        ManifestItem(id: nil, source: MediaSource("https://a/" + source), profile: nil)
    }

    static func name(of job: FleetJob) -> String { String(job.source.redacted.dropFirst("https://a/".count)) }

    /// Ready, with the digest telling who did it; a name that begins with a code is that problem.
    static func answer(to job: FleetJob, by machine: String = "m") -> BatchAnswer {
        let name = Self.name(of: job)
        let word = String(name.prefix { $0 != "." })
        if let code = PreparationError.Code(text: word) { return .problem(PreparationError(code)) }
        return .receipt(
            Receipt(
                id: "1", url: "https://c/x.jpg", digest: machine, expiresAt: "2030-01-01T00:00:00Z",
                facts: MediaFacts(kind: .jpeg, bytes: 9), source: SourceSummary(url: name), origin: nil, path: .pass,
                rulebook: "1"))
    }

    /// Offers all names and waits for their answers, as statuses by name.
    static func ask(_ names: [String], _ gatherer: JobGatherer, run: String = "r1") async -> [String: String] {
        await withTaskGroup(of: (String, String).self) { group in
            for name in names {
                group.addTask { (name, await gatherer.answer(item(name), by: job(name, run: run)).status) }
            }
            var statuses: [String: String] = [:]
            for await (name, status) in group { statuses[name] = status }
            return statuses
        }
    }
}

/// A machine that works until the closure that it was lent to is over.
final class Machine: Sendable {
    let done = Mutex<[String]>([])
    let remarks = Mutex<[String]>([])
    private let stop = AsyncStream.makeStream(of: Void.self)

    /// Asks it to stop.
    func end() { stop.continuation.finish() }

    /// Works until it is told to end.
    func work(
        on queue: WorkQueue, width: Int = 4, tries: Int = 3, patience: Duration = .seconds(20),
        _ answer: @escaping @Sendable (FleetJob) async -> BatchAnswer = { FleetBench.answer(to: $0) }
    ) async throws -> ConsumerRun.End {
        var configuration = ConsumerRun.Configuration()
        configuration.width = width
        configuration.tries = tries
        configuration.patience = patience
        var run = ConsumerRun(
            queue, configuration,
            onNotice: { notice in
                if case .remark(let text) = notice { self.remarks.withLock { $0.append(text) } }
            }
        ) { job in
            let answer = await answer(job)
            self.done.withLock { $0.append(FleetBench.name(of: job)) }
            return answer
        }
        let stream = stop.stream
        return try await run.run { for await _ in stream {} }
    }
}
