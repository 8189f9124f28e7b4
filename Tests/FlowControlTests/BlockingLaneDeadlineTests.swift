internal import Dispatch
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
}
