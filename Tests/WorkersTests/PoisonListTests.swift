internal import Testing

@testable internal import Workers

struct PoisonListTests {
    private let start = ContinuousClock.now

    @Test func `the second death has an input refused, for ten minutes`() {
        var list = PoisonList()
        list.note("a", at: start)
        #expect(!list.refuses("a", at: start))
        list.note("a", at: start)
        #expect(list.refuses("a", at: start + .seconds(599)) && !list.refuses("b", at: start))
        #expect(!list.refuses("a", at: start + .seconds(600)))
        list.note("a", at: start + .seconds(600))
        #expect(!list.refuses("a", at: start + .seconds(600)))
    }

    @Test func `only the latest are remembered`() {
        var list = PoisonList()
        for number in 0...PoisonList.mostRecords {
            for _ in 0..<2 { list.note("\(number)", at: start + .milliseconds(number)) }
        }
        let now = start + .seconds(10)
        #expect(!list.refuses("0", at: now))
        #expect(list.refuses("1", at: now) && list.refuses("\(PoisonList.mostRecords)", at: now))
    }
}
