internal import AttachmentModel
internal import FlowControl
internal import Foundation
internal import Synchronization
internal import Testing

@testable internal import Batching

/// A run that somebody wants to end before its manifest does.
struct StopTests {
    private static let list = (0..<100).map { "\($0).jpg\n" }.joined()

    @Test func `when a stop is asked for nothing more begins, and what runs is answered`() async throws {
        try await BatchBench.with { bench in
            let stop = StopRequest()
            let end = try await bench.run(
                Self.list, before: { _ in _ = stop.make() }, until: stop, set: { $0.fetches = 2 })
            #expect(end.stop == .asked && (1...6).contains(end.tally.answered), "\(end.tally)")
            #expect(bench.lines.count == end.tally.answered && bench.asked.withLock { $0.count } == bench.lines.count)
            #expect(bench.remarks.withLock { $0.contains { $0.contains("have 8 s to end") } })
            let next = try await bench.run(Self.list)
            #expect(next.stop == nil && next.tally.skipped == end.tally.answered && bench.lines.count == 100)
        }
    }

    @Test func `what does not end within the grace is left to the next run`() async throws {
        try await BatchBench.with { bench in
            let stop = StopRequest()
            let wasCancelled = Mutex(false)
            let end = try await bench.run(
                "slow.jpg\n",
                before: { _ in
                    stop.make()
                    try? await Task.sleep(for: .seconds(3_600))
                    wasCancelled.withLock { $0 = Task.isCancelled }
                }, until: stop, set: { $0.grace = .milliseconds(1) })
            #expect(end.stop == .asked && end.tally.answered == 0 && bench.lines.isEmpty)
            #expect(wasCancelled.withLock { $0 })
            #expect(try await bench.run("slow.jpg\n").tally.ready == 1)
        }
    }

    @Test func `a task that is cancelled ends its run at once and leaves what was running`() async throws {
        try await BatchBench.with { bench in
            let (starts, started) = AsyncStream.makeStream(of: Void.self)
            let run = Task {
                try await bench.run(
                    "slow.jpg\n",
                    before: { _ in
                        started.yield()
                        try? await Task.sleep(for: .seconds(3_600))
                    })
            }
            for await _ in starts { break }
            run.cancel()
            let end = try await run.value
            #expect(end.stop == .asked && bench.lines.isEmpty)
        }
    }

    @Test func `a stop that was asked for before the run began begins nothing`() async throws {
        try await BatchBench.with { bench in
            let stop = StopRequest()
            stop.make()
            let end = try await bench.run(Self.list, until: stop)
            #expect(end.stop == .asked && bench.asked.withLock { $0.isEmpty })
        }
    }
}
