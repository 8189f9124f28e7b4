import FlowControl
import Testing

struct DeadlineTests {
    private let now = ContinuousClock.now

    @Test func `a stage gets the sooner of its budget and what is left`() {
        let deadline = Deadline(in: .seconds(10), from: now)
        #expect(deadline.within(.seconds(4), from: now) == Deadline(in: .seconds(4), from: now))
        #expect(deadline.within(.seconds(40), from: now) == deadline)
    }

    @Test func `nothing is left after it has passed`() {
        let deadline = Deadline(in: .seconds(1), from: now)
        #expect(deadline.remaining(at: now + .seconds(2)) == .zero)
        #expect(deadline.hasPassed(at: now + .seconds(1)))
        #expect(!deadline.hasPassed(at: now + .milliseconds(999)))
    }

    @Test(arguments: [
        (Duration.zero, Int32(0)), (.nanoseconds(1), 1), (.milliseconds(1), 1), (.microseconds(1_001), 2),
        (.seconds(15), 15_000), (.seconds(Int64.max / 4), .max),
    ])
    func `a wait is rounded up to milliseconds`(left: Duration, milliseconds: Int32) {
        #expect(Deadline(at: now + left).pollMilliseconds(at: now) == milliseconds)
    }
}
