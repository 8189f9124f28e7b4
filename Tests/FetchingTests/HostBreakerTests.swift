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

    @Test func `the tenth failure in a row closes the way for five seconds`() {
        var nearly = failing(9)
        #expect(nearly.ask(at: start) == .go)
        var breaker = failing(10)
        #expect(breaker.ask(at: start + .seconds(4)) == .wait(until: start + .seconds(5)))
        #expect(breaker.ask(at: start + .seconds(5)) == .go)
    }

    @Test func `a success in between counts from zero again`() {
        var breaker = failing(9)
        breaker.succeeded()
        for _ in 0..<9 { breaker.failed(at: start) }
        #expect(breaker.ask(at: start) == .go)
    }

    @Test func `after the rest one probe goes, and nobody else until it is back`() {
        var breaker = failing(10)
        let later = start + .seconds(6)
        #expect(breaker.ask(at: later) == .go)
        #expect(breaker.ask(at: later) == .look(until: later + .seconds(30)))
        breaker.succeeded()
        #expect(breaker.ask(at: later) == .go)
    }

    @Test func `a probe that never comes back is followed by another`() {
        var breaker = failing(10)
        #expect(breaker.ask(at: start + .seconds(6)) == .go)
        #expect(breaker.ask(at: start + .seconds(36)) == .go)
    }

    @Test func `each failed probe doubles the rest, up to ten minutes`() {
        var breaker = failing(10)
        var now = start
        var rests: [Duration] = []
        for _ in 0..<9 {
            guard case .wait(let until) = breaker.ask(at: now) else { break }
            rests.append(now.duration(to: until))
            now = until
            #expect(breaker.ask(at: now) == .go)
            breaker.failed(at: now)
        }
        #expect(rests == [5, 10, 20, 40, 80, 160, 320, 600, 600].map { .seconds($0) })
    }

    @Test func `a probe that learns nothing leaves its turn to the next`() {
        var breaker = failing(10)
        let later = start + .seconds(6)
        #expect(breaker.ask(at: later) == .go)
        breaker.learnedNothing(at: later)
        #expect(breaker.ask(at: later) == .go)
    }

    @Test func `a pause that is asked for counts once the host has failed often enough, up to ten minutes`() {
        var once = failing(1, asked: .seconds(3_600))
        #expect(once.ask(at: start) == .go)
        var often = failing(10, asked: .seconds(60))
        #expect(often.ask(at: start) == .wait(until: start + .seconds(60)))
        var greedy = failing(10, asked: .seconds(86_400))
        #expect(greedy.ask(at: start) == .wait(until: start + .seconds(600)))
    }

    @Test func `who was on the way already does not shorten the rest`() {
        var breaker = failing(10, asked: .seconds(100))
        breaker.failed(at: start + .seconds(1))
        #expect(breaker.ask(at: start + .seconds(99)) == .wait(until: start + .seconds(100)))
    }

    @Test func `only what has nothing to remember is forgotten`() {
        #expect(HostBreaker().isForgettable(at: start))
        #expect(!failing(1).isForgettable(at: start))
        #expect(!failing(10).isForgettable(at: start + .seconds(31)))
        #expect(failing(10).isForgettable(at: start + .seconds(700)))
    }
}
