internal import Testing

@testable internal import Batching

struct HostTallyTests {
    @Test func `hosts that hurt come first, by failures and then by name`() {
        var tally = HostTally()
        for (name, isFailure) in [("b", true), ("a", true), ("c", true), ("c", true), ("d", false)] {
            tally.note(name, isFailure: isFailure, milliseconds: name == "d" ? 300 : 100)
        }
        #expect(tally.hurting.map(\.name) == ["c", "a", "b"])
        #expect(tally.slowest.first?.name == "d" && tally.slowest.first?.host.meanMilliseconds == 300)
    }

    @Test func `a million hosts are not all remembered, the one that hurts is`() {
        var tally = HostTally()
        tally.note("bad", isFailure: true, milliseconds: 1)
        for number in 0..<(3 * HostTally.most) { tally.note("h\(number)", isFailure: false, milliseconds: 1) }
        #expect(tally.slowest.count <= 2 * HostTally.most)
        #expect(tally.hurting.map(\.name) == ["bad"])
    }
}
