import FlowControl
import Synchronization
import Testing

struct GateTests {
    private final class Crowd: Sendable {
        private let count = Mutex((now: 0, most: 0))
        var most: Int { count.withLock { $0.most } }

        func enter() { count.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }
        func leave() { count.withLock { $0.now -= 1 } }
    }

    @Test func `no more than its width pass at once`() async {
        let gate = Gate(width: 2)
        let crowd = Crowd()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    #expect(await gate.enter(until: Deadline(in: .seconds(60))))
                    crowd.enter()
                    await Task.yield()
                    crowd.leave()
                    gate.leave()
                }
            }
        }
        #expect(crowd.most == 2)
    }

    @Test func `a waiter whose deadline passes gets nothing and blocks nobody`() async {
        let gate = Gate(width: 1)
        #expect(await gate.enter(until: Deadline(in: .seconds(60))))
        #expect(await gate.enter(until: Deadline(in: .milliseconds(20))) == false)
        gate.leave()
        #expect(await gate.enter(until: Deadline(in: .seconds(60))))
    }
}
