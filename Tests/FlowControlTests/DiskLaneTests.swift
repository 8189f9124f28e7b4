internal import Dispatch
internal import Synchronization
internal import Testing

@testable internal import FlowControl

@Suite(.timeLimit(.minutes(1)))
struct DiskLaneTests {
    private struct Fault: Error, Equatable {}

    /// A disk that hangs until it is mended.
    private final class Disk: Sendable {
        let calls = Atomic(0)
        private let gate = DispatchSemaphore(value: 0)

        func read() -> Int {
            calls.add(1, ordering: .relaxed)
            gate.wait()
            gate.signal()
            return 7
        }

        func mend() { gate.signal() }
    }

    @Test func `an answer is given, and a fault keeps its type`() async throws {
        let lane = DiskLane()
        #expect(await lane.run { 7 } == 7)
        await #expect(throws: Fault()) { try await lane.run { () throws(Fault) -> Int in throw Fault() } }
    }

    @Test func `however many ask a disk that hangs, only some keep a thread, and nobody waits for ever`() async {
        let (lane, disk) = (DiskLane(patience: .milliseconds(50)), Disk())
        let answers = await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<500 { group.addTask { await lane.run { disk.read() } } }
            return await group.reduce(into: [Int?]()) { $0.append($1) }
        }
        #expect(answers.count == 500)
        #expect(answers.allSatisfy { $0 == nil })
        #expect((1...32).contains(disk.calls.load(ordering: .relaxed)))
        disk.mend()
    }

    @Test func `while a call hangs nobody is sent after it, and all goes on once it has come back`() async {
        let (lane, disk) = (DiskLane(patience: .milliseconds(20)), Disk())
        #expect(await lane.run { disk.read() } == nil)
        for _ in 0..<100 { #expect(await lane.run { disk.read() } == nil) }
        #expect(disk.calls.load(ordering: .relaxed) == 1)
        disk.mend()
        while await lane.run({ disk.read() }) == nil {}
    }

    @Test func `whoever has less time waits for less, and does not make the disk one that hangs`() async {
        let (lane, disk) = (DiskLane(patience: .seconds(40)), Disk())
        #expect(await lane.run(until: Deadline(in: .milliseconds(20))) { disk.read() } == nil)
        #expect(await lane.run { 8 } == 8)
        disk.mend()
    }
}
