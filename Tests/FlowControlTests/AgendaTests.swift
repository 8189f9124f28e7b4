internal import Testing

@testable internal import FlowControl

struct AgendaTests {
    private let start = ContinuousClock.now

    /// The numbers in the order in which an agenda gives them out.
    private func order(of agenda: Agenda) -> [UInt64] {
        var (agenda, order) = (agenda, [UInt64]())
        while let (number, _) = agenda.first {
            order.append(number)
            agenda.remove(number)
        }
        return order
    }

    private func agenda(_ times: [Int]) -> Agenda {
        var agenda = Agenda()
        for (number, time) in times.enumerated() { agenda.set(start + .seconds(time), for: UInt64(number)) }
        return agenda
    }

    @Test func `the soonest comes first, however they were noted`() {
        #expect(order(of: agenda([5, 3, 9, 1, 7, 2, 8])) == [3, 5, 1, 0, 4, 6, 2])
        #expect(order(of: Agenda()) == [])
    }

    @Test func `an entry is moved, not doubled`() {
        var agenda = agenda([1, 2, 3, 4])
        agenda.set(start + .seconds(9), for: 0)
        agenda.set(start, for: 3)
        #expect(agenda.first?.instant == start)
        #expect(order(of: agenda) == [3, 1, 2, 0])
    }

    @Test func `an entry is taken out from anywhere, and what is not there is no loss`() {
        for place in UInt64(0)..<7 {
            var agenda = agenda([5, 3, 9, 1, 7, 2, 8])
            agenda.remove(place)
            agenda.remove(place)
            #expect(order(of: agenda) == [3, 5, 1, 0, 4, 6, 2].filter { $0 != place })
        }
    }

    @Test func `a thousand changes in any order leave it sorted`() {
        var (agenda, noted) = (Agenda(), [UInt64: Int]())
        var random: UInt64 = 1
        for _ in 0..<1_000 {
            random = random &* 6_364_136_223_846_793_005 &+ 1
            let (number, time) = ((random >> 33) % 100, Int((random >> 40) % 10_000))
            if time % 4 == 0 {
                agenda.remove(number)
                noted[number] = nil
            } else {
                agenda.set(start + .milliseconds(time), for: number)
                noted[number] = time
            }
        }
        let times = order(of: agenda).map { noted[$0] }
        #expect(times.compactMap(\.self) == noted.values.sorted())
        #expect(times.count == noted.count)
    }
}
