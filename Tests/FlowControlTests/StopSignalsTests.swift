internal import FlowControl
internal import Synchronization
internal import Testing

struct StopSignalsTests {
    /// What signals came to that nobody turned into a wish.
    private final class Endings: Sendable {
        let numbers = Mutex<[Int32]>([])
    }

    @Test func `the first signal is a wish, the second ends the process`() async {
        let endings = Endings()
        let signals = StopSignals { number in endings.numbers.withLock { $0.append(number) } }
        let request = StopRequest()
        await signals.turned(into: request) {
            #expect(!request.isMade)
            signals.take(15)
            #expect(request.isMade && endings.numbers.withLock { $0.isEmpty })
            signals.take(2)
            #expect(endings.numbers.withLock { $0 } == [2])
        }
    }

    @Test func `a closed terminal is one wish, however often it is told`() async {
        let endings = Endings()
        let signals = StopSignals { number in endings.numbers.withLock { $0.append(number) } }
        let request = StopRequest()
        await signals.turned(into: request) {
            signals.take(1)
            signals.take(1)
            #expect(request.isMade && endings.numbers.withLock { $0.isEmpty })
        }
        signals.take(1)
        #expect(endings.numbers.withLock { $0 } == [1])
    }

    @Test func `where nothing can end cleanly the first signal ends the process`() async {
        let endings = Endings()
        let signals = StopSignals { number in endings.numbers.withLock { $0.append(number) } }
        signals.take(15)
        await signals.turned(into: StopRequest()) {}
        signals.take(2)
        #expect(endings.numbers.withLock { $0 } == [15, 2])
    }

    @Test func `whoever listens hears of a wish once, also when it was made before`() {
        let (request, count) = (StopRequest(), Endings())
        request.onMade { count.numbers.withLock { $0.append(1) } }
        #expect(request.make() && !request.make())
        request.onMade { count.numbers.withLock { $0.append(2) } }
        #expect(count.numbers.withLock { $0 } == [1, 2])
    }
}
