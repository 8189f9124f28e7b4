internal import AttachmentModel
internal import Testing

@testable internal import Fetching

struct RetryPlanTests {
    private let truncated = PreparationError(.fetchTruncated)

    @Test(
        arguments: PreparationError.Code.all.map { code in
            let passing: [PreparationError.Code] = [
                .fetchConnect, .fetchTimeoutConnect, .fetchStatus5xx, .fetchTruncated, .fetchHostBackedOff,
            ]
            return (code, passing.contains(code))
        })
    func `only what may pass within a second is tried again`(code: PreparationError.Code, isTriedAgain: Bool) {
        var plan = RetryPlan()
        #expect((plan.pause(after: PreparationError(code), asked: nil, left: .seconds(60)) != nil) == isTriedAgain)
        #expect(plan.tries == (isTriedAgain ? 2 : 1))
    }

    @Test(arguments: [(0.0, 100, 200), (1.0, 200, 400)])
    func `pauses double, and each is drawn from the upper half of its range`(random: Double, first: Int, second: Int) {
        var plan = RetryPlan(random: { random })
        #expect(plan.pause(after: truncated, asked: nil, left: .seconds(60)) == .milliseconds(first))
        #expect(plan.pause(after: truncated, asked: nil, left: .seconds(60)) == .milliseconds(second))
        #expect(plan.pause(after: truncated, asked: nil, left: .seconds(60)) == nil)
        #expect(plan.tries == 3)
    }

    @Test func `a pause that a host asks for is kept whole, or there is no other try`() {
        var plan = RetryPlan(random: { 0 })
        let problem = PreparationError(.fetchStatus5xx)
        #expect(plan.pause(after: problem, asked: .seconds(3), left: .seconds(3)) == nil)
        #expect(plan.tries == 1)
        #expect(plan.pause(after: problem, asked: .seconds(3), left: .seconds(4)) == .milliseconds(3_100))
    }

    @Test func `no try begins after the end`() {
        var plan = RetryPlan(random: { 0 })
        #expect(plan.pause(after: truncated, asked: nil, left: .milliseconds(100)) == nil)
        #expect(plan.pause(after: truncated, asked: nil, left: .milliseconds(101)) != nil)
    }
}
