import Foundation
import MediaSamples
import Synchronization
import TestSupport
import Testing

/// A service that is started anew under load, at a socket that its manager keeps open.
@Suite(.timeLimit(.minutes(3)))
struct RestartTests {
    /// What clients were told, counted by what it means to them.
    private final class Told: Sendable {
        struct Count {
            var asked = 0
            var ready = 0
            /// Told to come back, before anything was done.
            var later = 0
            var jobs: [String] = []
            /// Whatever is no whole answer of these.
            var lost: [String] = []
        }

        let count = Mutex(Count())
        /// Whether the second service is there.
        let isNew = Atomic(false)

        func next() -> Int {
            count.withLock { count in
                count.asked += 1
                return count.asked
            }
        }

        func note(_ answer: RawClient.Answer?, to number: Int) {
            let object = answer.flatMap { try? JSONSerialization.jsonObject(with: Data($0.body)) } as? [String: Any]
            count.withLock { count in
                switch answer?.status {
                case 200 where object?["status"] as? String == "ready": count.ready += 1
                case 202: count.jobs.append(answer?.headers["location"] ?? "")
                case 503 where answer?.headers["retry-after"] != nil: count.later += 1
                default: count.lost.append("\(number): \(answer.map { "\($0.status) \($0.text)" } ?? "nothing")")
                }
            }
        }
    }

    private static let clients = 20

    @Test func `everybody is answered while a service is started anew, and the jobs it took on are done`() async throws
    {
        let slow = LoopbackOrigin.Answer(
            [.pause(.milliseconds(200))] + LoopbackOrigin.Answer.ok(try MediaSample.photo1200x800.bytes).steps)
        try await LoopbackOrigin.serving(slow) { origin in
            try await TemporaryFolder.with { folder in
                let socket = try ListeningPort()
                let told = Told()
                func start() throws -> ServedProgram {
                    try ServedProgram(
                        in: folder, allowing: origin.port, ["--host-starts", "0", "--host-transfers", "64"], at: socket)
                }
                let first = try start()
                #expect(await first.port() == socket.port)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<Self.clients {
                        group.addTask {
                            // The last one is begun when the new service is there.
                            while true {
                                let isLast = told.isNew.load(ordering: .sequentiallyConsistent)
                                let number = told.next()
                                told.note(
                                    await Self.order(
                                        origin.url("/\(number).jpg"), at: socket.port, waits: number % 4 > 0),
                                    to: number)
                                if isLast { return }
                            }
                        }
                    }
                    while told.count.withLock({ $0.ready < Self.clients || $0.jobs.count < 5 }) { await Task.yield() }
                    first.tellToStop()
                    #expect(await first.end() == 0)
                    let next = try start()
                    #expect(await next.port() == socket.port)
                    told.isNew.store(true, ordering: .sequentiallyConsistent)
                    try await group.waitForAll()
                    for place in told.count.withLock({ $0.jobs }) {
                        #expect(await Self.outcome(of: place, at: socket.port) == "ready", "\(place)")
                    }
                    next.tellToStop()
                    #expect(await next.end() == 0)
                }
                let count = told.count.withLock { $0 }
                #expect(count.lost == [])
                #expect(count.asked == count.ready + count.later + count.jobs.count)
            }
        }
    }

    private static func order(_ source: String, at port: Int, waits: Bool) async -> RawClient.Answer? {
        let body = #"{"source": "\#(source)"}"#
        let lines = [
            "POST /v1/attachments\(waits ? "" : "?wait=0") HTTP/1.1", "Host: 127.0.0.1",
            "Content-Type: application/json",
            "Content-Length: \(body.utf8.count)",
        ]
        return await RawClient.ask(port, lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    /// What a job has come to, once it is done.
    private static func outcome(of place: String, at port: Int) async -> String? {
        while true {
            let answer = await RawClient.ask(port, "GET \(place) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            let object = answer.flatMap { try? JSONSerialization.jsonObject(with: Data($0.body)) } as? [String: Any]
            guard let object, object["state"] as? String != "done" else {
                return (object?["attachment"] as? [String: Any])?["status"] as? String
            }
        }
    }
}
