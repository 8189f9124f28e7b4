internal import Dispatch
internal import Glibc
internal import Synchronization
internal import Testing

@testable internal import FlowControl

@Suite(.timeLimit(.minutes(1)))
struct BlockingLaneDeadlineTests {
    @Test func `a value that comes in time is returned`() async {
        let value = await BlockingLane().run(until: Deadline(in: .seconds(20))) { 7 }
        #expect(value == 7)
    }

    @Test func `the wait ends at the deadline though the body goes on`() async {
        let (permission, end) = (DispatchSemaphore(value: 0), AsyncStream<Void>.makeStream())
        let value = await BlockingLane().run(until: Deadline(in: .milliseconds(20))) {
            permission.wait()
            end.continuation.finish()
            return 7
        }
        #expect(value == nil)
        permission.signal()
        // The body is still there to see its permission.
        for await _ in end.stream {}
    }

    @Test func `a task on the lane's threads is served by its own, and goes on there`() async {
        let threads = await Task(executorPreference: BlockingLane.threads) {
            let before = thread()
            let inside = await BlockingLane().run(until: Deadline(in: .seconds(20))) { thread() }
            return [before, inside, thread()]
        }.value
        #expect(Set(threads).count == 1)
    }

    @Test func `a task on the lane's threads goes on by another when its own is held up`() async {
        let (permission, end) = (DispatchSemaphore(value: 0), AsyncStream<Void>.makeStream())
        let (before, value, after) = await Task(executorPreference: BlockingLane.threads) {
            let before = thread()
            let value = await BlockingLane().run(until: Deadline(in: .milliseconds(20))) {
                permission.wait()
                end.continuation.finish()
                return 7
            }
            return (before, value, thread())
        }.value
        #expect(value == nil)
        #expect(before != after)
        permission.signal()
        for await _ in end.stream {}
    }

    private func thread() -> UInt? { UInt(pthread_self()) }
}
