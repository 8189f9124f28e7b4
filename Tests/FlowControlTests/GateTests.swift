internal import FlowControl
internal import Synchronization
internal import Testing

@Suite(.timeLimit(.minutes(1)))
struct GateTests {
    private final class Crowd: Sendable {
        private let count = Mutex((now: 0, most: 0))
        var most: Int { count.withLock { $0.most } }

        func enter(_ weight: Int) { count.withLock { $0 = ($0.now + weight, max($0.most, $0.now + weight)) } }
        func leave(_ weight: Int) { count.withLock { $0.now -= weight } }
    }

    private let late = Deadline(in: .seconds(60))
    private let soon = Deadline(in: .milliseconds(20))

    @Test func `no more weight than its width is held at once`() async {
        let gate = Gate(width: 5)
        let crowd = Crowd()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                group.addTask { [late] in
                    let weight = number % 4 + 1
                    #expect(await gate.enter(weight: weight, until: late) == .through)
                    crowd.enter(weight)
                    await Task.yield()
                    crowd.leave(weight)
                    gate.leave(weight: weight)
                }
            }
        }
        #expect((4...5).contains(crowd.most))
    }

    @Test func `a waiter whose deadline passes gets nothing and blocks nobody`() async {
        let gate = Gate(width: 1)
        #expect(await gate.enter(until: late) == .through)
        #expect(await gate.enter(until: soon) == .late)
        gate.leave()
        #expect(await gate.enter(until: late) == .through)
    }

    @Test func `a heavy waiter that goes lets the light one behind it through`() async {
        let gate = Gate(width: 2)
        #expect(await gate.enter(until: late) == .through)
        async let heavy = gate.enter(weight: 2, until: soon)
        async let light = gate.enter(weight: 1, until: late)
        #expect(await heavy == .late)
        #expect(await light == .through)
    }

    @Test func `one that outweighs the gate passes alone`() async {
        let gate = Gate(width: 2)
        #expect(await gate.enter(weight: 9, until: late) == .through)
        #expect(await gate.enter(until: soon) == .late)
        gate.leave(weight: 9)
        #expect(await gate.enter(until: late) == .through)
        #expect(await gate.enter(weight: 9, until: soon) == .late)
    }

    @Test func `beyond the queue's length everybody is turned away at once`() async {
        let gate = Gate(width: 1, mostWaiting: 0)
        #expect(await gate.enter(until: late) == .through)
        #expect(await gate.enter(until: late) == .crowded)
    }

    @Test func `a queue that does not move sheds whoever waits too long`() async {
        let gate = Gate(width: 1, longestWait: .milliseconds(20))
        #expect(await gate.enter(until: late) == .through)
        #expect(await gate.enter(until: late) == .crowded)
    }

    @Test func `each waiter has its own end, in whatever order they came`() async {
        let gate = Gate(width: 1)
        #expect(await gate.enter(until: late) == .through)
        await withTaskGroup(of: Gate.Entry.self) { group in
            for end in [60_000, 40, 20, 60, 10] {
                group.addTask { await gate.enter(until: Deadline(in: .milliseconds(end))) }
            }
            for _ in 0..<4 { #expect(await group.next() == .late) }
            gate.leave()
            #expect(await group.next() == .through)
        }
    }

    @Test func `a cancelled waiter is let go`() async {
        let gate = Gate(width: 1)
        #expect(await gate.enter(until: late) == .through)
        let waiter = Task { [late] in await gate.enter(until: late) }
        waiter.cancel()
        #expect(await waiter.value == .late)
    }
}
