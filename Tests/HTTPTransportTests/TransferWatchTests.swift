internal import AttachmentModel
internal import Testing

@testable internal import HTTPTransport

struct TransferWatchTests {
    private let start = ContinuousClock.now
    private let budgets = StageBudgets()

    private func watch(end: Duration = .seconds(60)) -> TransferWatch {
        TransferWatch(budgets, start: start, end: start + end)
    }

    private func after(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

    @Test func `a connection has two seconds`() {
        let watch = watch()
        #expect(watch.exceeded(at: after(1_999)) == nil)
        #expect(watch.exceeded(at: after(2_000)) == .fetchTimeoutConnect)
        #expect(watch.nextInstant == after(2_000))
    }

    @Test func `the first byte has four seconds from the connection on`() {
        var watch = watch()
        watch.connected(at: after(1_500))
        #expect(watch.exceeded(at: after(5_499)) == nil)
        #expect(watch.exceeded(at: after(5_500)) == .fetchTimeoutFirstByte)
    }

    @Test func `the time to answer begins with the last byte of the request`() {
        var watch = watch()
        watch.sent(at: after(500))
        #expect(watch.nextInstant == after(2_000))
        watch.connected(at: after(1_500))
        watch.sent(at: after(5_000))
        #expect(watch.exceeded(at: after(8_999)) == nil)
        #expect(watch.exceeded(at: after(9_000)) == .fetchTimeoutFirstByte)
    }

    @Test(arguments: [(2_999, true), (3_000, false), (3_001, false)])
    func `a window of three seconds needs a thousand bytes a second`(bytes: Int, isStalled: Bool) {
        var watch = watch()
        watch.connected(at: after(0))
        watch.received(100, at: after(100))
        watch.received(bytes, at: after(200))
        #expect(watch.exceeded(at: after(3_099)) == nil)
        #expect(watch.exceeded(at: after(3_100)) == (isStalled ? .fetchStalled : nil))
    }

    @Test func `a lull is noticed within a window and an eighth of one`() {
        var watch = watch()
        watch.connected(at: after(0))
        watch.received(1, at: after(0))
        watch.received(1_000_000, at: after(2_990))
        #expect(watch.nextInstant == after(6_000))
        watch.received(1_000_000, at: after(3_010))
        #expect(watch.nextInstant == after(6_375))
        #expect(watch.exceeded(at: after(6_374)) == nil)
        #expect(watch.exceeded(at: after(6_375)) == .fetchStalled)
    }

    @Test(arguments: [(102, false), (98, true)])
    func `a steady drip is judged by its rate`(bytes: Int, isStalled: Bool) {
        var watch = watch()
        watch.connected(at: after(0))
        watch.received(1, at: after(0))
        var codes: Set<PreparationError.Code> = []
        for turn in 1..<200 {
            watch.received(bytes, at: after(turn * 100))
            if let code = watch.exceeded(at: min(watch.nextInstant, after(turn * 100 + 99))) { codes.insert(code) }
        }
        #expect(codes == (isStalled ? [.fetchStalled] : []))
    }

    @Test func `what comes after the thread was held up is not held against the host`() {
        var watch = watch()
        watch.connected(at: after(0))
        watch.received(1, at: after(0))
        watch.received(3_000, at: after(20_000))
        #expect(watch.exceeded(at: after(20_000)) == nil)
    }

    @Test func `a late look judges the whole time that has passed`() {
        var watch = watch()
        watch.connected(at: after(0))
        watch.received(1, at: after(0))
        watch.received(3_500, at: after(10))
        #expect(watch.exceeded(at: after(4_000)) == .fetchStalled)
    }

    @Test func `the end of everything comes first in every phase`() {
        let connecting = watch(end: .seconds(1))
        #expect(connecting.nextInstant == after(1_000))
        #expect(connecting.exceeded(at: after(1_000)) == .fetchTimeoutTotal)

        var receiving = watch(end: .seconds(3))
        receiving.connected(at: after(0))
        receiving.received(1, at: after(0))
        #expect(receiving.exceeded(at: after(3_000)) == .fetchTimeoutTotal)
    }
}
