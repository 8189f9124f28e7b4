internal import Testing

@testable internal import Fetching

struct HostBreakerTests {
    private let start = ContinuousClock.now

    private func failing(_ times: Int, asked: Duration? = nil) -> HostBreaker {
        var breaker = HostBreaker()
        for _ in 0..<times {
            _ = breaker.ask(at: start)
            breaker.failed(at: start, asked: asked)
        }
        return breaker
    }

    @Test func `the fifth failure in a row closes the way for half a minute`() {
        var nearly = failing(4)
        #expect(nearly.ask(at: start) == .go)
        var breaker = failing(5)
        #expect(breaker.ask(at: start + .seconds(29)) == .wait(until: start + .seconds(30)))
        #expect(breaker.ask(at: start + .seconds(30)) == .go)
    }

    @Test func `a success in between counts from zero again`() {
        var breaker = failing(4)
        breaker.succeeded()
        for _ in 0..<4 { breaker.failed(at: start) }
        #expect(breaker.ask(at: start) == .go)
    }

    @Test func `after the rest one probe goes, and nobody else`() {
        var breaker = failing(5)
        let later = start + .seconds(31)
        #expect(breaker.ask(at: later) == .go)
        #expect(breaker.ask(at: later) == .wait(until: later + .seconds(30)))
        breaker.succeeded()
        #expect(breaker.ask(at: later) == .go)
    }

    @Test func `each failed probe doubles the rest, up to ten minutes`() {
        var breaker = failing(5)
        var now = start
        var rests: [Duration] = []
        for _ in 0..<7 {
            guard case .wait(let until) = breaker.ask(at: now) else { break }
            rests.append(now.duration(to: until))
            now = until
            #expect(breaker.ask(at: now) == .go)
            breaker.failed(at: now)
        }
        #expect(rests == [30, 60, 120, 240, 480, 600, 600].map { .seconds($0) })
    }

    @Test func `a probe that learns nothing leaves its turn to the next`() {
        var breaker = failing(5)
        let later = start + .seconds(31)
        #expect(breaker.ask(at: later) == .go)
        breaker.learnedNothing(at: later)
        #expect(breaker.ask(at: later) == .go)
    }

    @Test func `a host that asks for a pause gets it at once, but no more than an hour`() {
        var breaker = failing(1, asked: .seconds(7))
        #expect(breaker.ask(at: start) == .wait(until: start + .seconds(7)))
        #expect(breaker.ask(at: start + .seconds(7)) == .go)
        breaker.failed(at: start + .seconds(7), asked: .seconds(7))
        #expect(breaker.ask(at: start + .seconds(14)) == .go)
        var greedy = failing(1, asked: .seconds(86_400))
        #expect(greedy.ask(at: start) == .wait(until: start + .seconds(3_600)))
    }

    @Test func `who was on the way already does not shorten the rest`() {
        var breaker = failing(1, asked: .seconds(100))
        breaker.failed(at: start + .seconds(1))
        #expect(breaker.ask(at: start + .seconds(99)) == .wait(until: start + .seconds(100)))
    }

    @Test func `only what has nothing to remember is forgotten`() {
        #expect(HostBreaker().isForgettable(at: start))
        #expect(!failing(1).isForgettable(at: start))
        #expect(!failing(5).isForgettable(at: start + .seconds(31)))
        #expect(failing(5).isForgettable(at: start + .seconds(700)))
    }
}
