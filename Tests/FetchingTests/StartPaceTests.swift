internal import Testing

@testable internal import Fetching

struct StartPaceTests {
    private let start = ContinuousClock.now

    @Test func `starts are spaced evenly`() {
        var pace = StartPace(perSecond: 4)
        let end = start + .seconds(60)
        let starts = (0..<4).map { _ in pace.take(at: start, before: end) }
        #expect(starts == [0, 250, 500, 750].map { start + .milliseconds($0) })
        #expect(pace.take(at: start + .seconds(9), before: end) == start + .seconds(9))
    }

    @Test func `a start that would come too late is not taken`() {
        var pace = StartPace(perSecond: 1)
        #expect(pace.take(at: start, before: start + .seconds(1)) == start)
        #expect(pace.take(at: start, before: start + .seconds(1)) == nil)
        #expect(pace.take(at: start, before: start + .seconds(2)) == start + .seconds(1))
    }

    @Test func `no limit is none`() {
        var pace = StartPace(perSecond: 0)
        for _ in 0..<3 { #expect(pace.take(at: start, before: start + .seconds(1)) == start) }
        #expect(pace.isFree(at: start))
    }
}
