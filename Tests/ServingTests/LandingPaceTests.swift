internal import Testing

@testable internal import Serving

@Suite struct LandingPaceTests {
    private static let start = ContinuousClock.now

    @Test func `a machine that ends one each tenth of a second needs ten seconds for a hundred`() {
        var pace = LandingPace()
        pace.begin(among: 3, width: 2, at: Self.start)
        for number in 1...100 { pace.land(among: 3, width: 2, at: Self.start + .milliseconds(100 * number)) }
        let wait = pace.wait(behind: 100) / .seconds(1)
        #expect((9.9...10.1).contains(wait), "\(wait)")
    }

    @Test(arguments: [(1_400, true), (1_600, false)])
    func `who comes to ten that need a second must have half as much again`(milliseconds: Int, isTooMuch: Bool) {
        var pace = LandingPace()
        pace.begin(among: 3, width: 2, at: Self.start)
        for number in 1...100 { pace.land(among: 3, width: 2, at: Self.start + .milliseconds(100 * number)) }
        #expect((pace.excess(behind: 10, within: .milliseconds(milliseconds)) != nil) == isTooMuch)
    }

    @Test func `slow hosts that are waited for side by side hold nobody up`() {
        var pace = LandingPace()
        for count in 1...200 { pace.begin(among: count, width: 2, at: Self.start) }
        for number in 1...200 {
            pace.land(among: 201 - number, width: 2, at: Self.start + .seconds(3) + .milliseconds(number))
        }
        #expect(pace.wait(behind: 200) < .seconds(1), "\(pace.interval)")
    }

    @Test func `a slow crowd that has gone holds nobody up`() {
        var pace = LandingPace()
        for count in 1...4 { pace.begin(among: count, width: 2, at: Self.start) }
        for count in [4, 3] { pace.land(among: count, width: 2, at: Self.start + .seconds(600 / count)) }
        #expect(pace.wait(behind: 1) > .seconds(10))
        pace.land(among: 2, width: 2, at: Self.start + .seconds(300))
        #expect(pace.wait(behind: 100) == .zero)
    }

    @Test func `what is done without a queue says nothing`() {
        var pace = LandingPace()
        pace.begin(among: 1, width: 2, at: Self.start)
        pace.land(among: 1, width: 2, at: Self.start + .seconds(9))
        #expect(pace.wait(behind: 100) == .zero)
    }
}
