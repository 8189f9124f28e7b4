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
        var watch = watch()
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

    @Test(arguments: [(2_999, true), (3_000, false), (3_001, false)])
    func `a window of three seconds needs a thousand bytes a second`(bytes: Int, isStalled: Bool) {
        var watch = watch()
        watch.connected(at: after(0))
        watch.received(100, at: after(100))
        watch.received(bytes, at: after(200))
        #expect(watch.exceeded(at: after(3_099)) == nil)
        #expect(watch.exceeded(at: after(3_100)) == (isStalled ? .fetchStalled : nil))
    }

    @Test func `each window is judged by itself`() {
        var watch = watch()
        watch.connected(at: after(0))
        watch.received(1, at: after(0))
        watch.received(1_000_000, at: after(10))
        #expect(watch.exceeded(at: after(3_000)) == nil)
        #expect(watch.nextInstant == after(6_000))
        #expect(watch.exceeded(at: after(6_000)) == .fetchStalled)
    }

    @Test func `a late look judges the whole time that has passed`() {
        var watch = watch()
        watch.connected(at: after(0))
        watch.received(1, at: after(0))
        watch.received(3_500, at: after(10))
        #expect(watch.exceeded(at: after(4_000)) == .fetchStalled)
    }

    @Test func `the end of everything comes first in every phase`() {
        var connecting = watch(end: .seconds(1))
        #expect(connecting.nextInstant == after(1_000))
        #expect(connecting.exceeded(at: after(1_000)) == .fetchTimeoutTotal)

        var receiving = watch(end: .seconds(3))
        receiving.connected(at: after(0))
        receiving.received(1, at: after(0))
        #expect(receiving.exceeded(at: after(3_000)) == .fetchTimeoutTotal)
    }
}
