internal import Synchronization
internal import Testing

@testable internal import FlowControl

@Suite(.timeLimit(.minutes(1)))
struct AlarmClockTests {
    @Test func `alarms come in the order of their deadlines, though a later one was set before`() async {
        let (clock, calls) = (AlarmClock(), AsyncStream<Int>.makeStream())
        let start = ContinuousClock.now
        for (number, delay) in [90, 30, 60].enumerated() {
            _ = clock.set(at: Deadline(in: .milliseconds(delay), from: start)) { calls.continuation.yield(number) }
        }
        var order: [Int] = []
        for await number in calls.stream.prefix(3) { order.append(number) }
        #expect(order == [1, 2, 0])
        #expect(start.duration(to: .now) >= .milliseconds(90))
    }

    @Test func `an alarm that was called off does not come, and does not keep others from coming`() async {
        let (clock, calls) = (AlarmClock(), AsyncStream<Int>.makeStream())
        let first = clock.set(at: Deadline(in: .milliseconds(20))) { calls.continuation.yield(1) }
        _ = clock.set(at: Deadline(in: .milliseconds(60))) {
            calls.continuation.yield(2)
            calls.continuation.finish()
        }
        clock.cancel(first)
        clock.cancel(first)
        var came: [Int] = []
        for await number in calls.stream { came.append(number) }
        #expect(came == [2])
    }

    @Test func `a deadline that has passed rings at once`() async {
        let (clock, calls) = (AlarmClock(), AsyncStream<Void>.makeStream())
        _ = clock.set(at: Deadline(in: .seconds(3_600))) {}
        _ = clock.set(at: Deadline(in: .zero)) { calls.continuation.finish() }
        for await _ in calls.stream {}
    }
}
