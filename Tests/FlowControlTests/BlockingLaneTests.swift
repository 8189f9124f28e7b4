import FlowControl
import FoundationEssentials
import Glibc
import Testing

struct BlockingLaneTests {
    private struct Fault: Error, Equatable {}

    @Test func `blocking calls do not wait for each other`() async {
        let lane = BlockingLane()
        var ends: [Int32] = [-1, -1]
        #expect(unsafe pipe(&ends) == 0)
        let (reader, writer) = (ends[0], ends[1])
        // More readers than the cooperative pool has threads wait for bytes that another call on the lane writes.
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    await lane.run {
                        var byte: UInt8 = 0
                        _ = unsafe read(reader, &byte, 1)
                    }
                }
            }
            group.addTask { await lane.run { _ = unsafe write(writer, "12345678", 8) } }
        }
        close(reader)
        close(writer)
    }

    @Test func `a thread whose call is over takes another one`() async {
        let lane = BlockingLane()
        var threads: Set<String> = []
        for _ in 0..<100 {
            // A link to the calling thread's own number, which the system gives to no other for a long time.
            threads.insert(
                await lane.run {
                    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")) ?? ""
                })
        }
        #expect(threads.count < 100)
        #expect(!threads.contains(""))
    }

    @Test func `a fault keeps its type`() async {
        let lane = BlockingLane()
        await #expect(throws: Fault()) { try await lane.run { () throws(Fault) -> Void in throw Fault() } }
    }

    /// A link to the calling thread's own number.
    private var thread: String? { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self") }

    @Test func `what prefers the lane's threads makes its calls in place`() async throws {
        let task = Task(executorPreference: BlockingLane.threads) {
            let before = thread
            let inside = await BlockingLane().run { thread }
            return (before, inside, thread)
        }
        let (before, inside, after) = await task.value
        #expect(before != nil)
        #expect(before == inside)
        #expect(inside == after)
    }

    @Test func `tasks on the lane's threads may all block at once`() async {
        var ends: [Int32] = [-1, -1]
        #expect(unsafe pipe(&ends) == 0)
        let (reader, writer) = (ends[0], ends[1])
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask(executorPreference: BlockingLane.threads) {
                    var byte: UInt8 = 0
                    _ = unsafe read(reader, &byte, 1)
                }
            }
            group.addTask(executorPreference: BlockingLane.threads) { _ = unsafe write(writer, "12345678", 8) }
        }
        close(reader)
        close(writer)
    }
}
