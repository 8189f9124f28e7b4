internal import AttachmentModel
internal import FlowControl
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import Fetching

@Suite(.timeLimit(.minutes(1)))
struct ResolverTests {
    /// A resolver that gives its answers one after the other, and then the last for ever.
    private func resolver(answering answers: [String]...) -> Resolver {
        let left = Mutex(answers)
        return Resolver { (_, _) throws(PreparationError) in
            left.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? [] }
        }
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1"), ("2130706433", "127.0.0.1"), ("0x7f.1", "127.0.0.1"), ("127.1", "127.0.0.1"),
        ("0177.0.0.1", "127.0.0.1"), ("::1", "::1"), ("::ffff:7f00:1", "::ffff:127.0.0.1"), ("0", "0.0.0.0"),
    ])
    func `the system reads every spelling of an address`(host: String, address: String) async throws {
        #expect(try await Resolver.system().addresses(of: host, until: Deadline(in: .seconds(10))) == [address])
    }

    @Test func `a name that cannot exist has no address`() async {
        let code = await problemCode {
            // A label of 64 characters is refused before any server is asked.
            let host = String(repeating: "a", count: 64) + ".invalid"
            _ = try await Resolver.system().addresses(of: host, until: Deadline(in: .seconds(10)))
        }
        #expect(code == .fetchName)
    }

    @Test func `a name without addresses, and one that takes too long, have their codes`() async throws {
        try await Bench.with { bench in
            var bench = bench
            bench.configuration.resolver = resolver(answering: [])
            #expect(await bench.problem(.link("http://nowhere.example/"))?.code == .fetchName)
            bench.configuration.budgets.name = .milliseconds(500)
            bench.configuration.resolver = Resolver { (_, deadline) throws(PreparationError) in
                #expect(deadline.remaining() <= .milliseconds(500))
                throw PreparationError(.fetchTimeoutName)
            }
            #expect(await bench.problem(.link("http://slow.example/"))?.code == .fetchTimeoutName)
        }
    }

    @Test func `the connection goes to the address that was judged`() async throws {
        try await Bench.with { bench in
            var bench = bench
            bench.configuration.resolver = resolver(answering: ["127.0.0.3"], ["8.8.8.8"])
            try await LoopbackOrigin.serving(on: "127.0.0.3", .ok(picture(1_000))) { origin in
                let fetched = try await bench.fetch(.link(origin.url("/a.jpg", host: "media.example")))
                #expect(fetched.bytes.count == 1_000)
                #expect(origin.requests.first?.contains("Host: media.example:\(origin.port)") == true)
            }
        }
    }

    @Test func `a name that turns to a forbidden address between hops is refused`() async throws {
        try await Bench.with { bench in
            var bench = bench
            bench.configuration.resolver = resolver(answering: ["127.0.0.2"], ["127.0.0.9"])
            try await LoopbackOrigin.serving(on: "127.0.0.2", .redirect(to: "/next")) { origin in
                let problem = await bench.problem(.link(origin.url("/a.jpg", host: "media.example")))
                #expect(problem?.code == .sourceAddressForbidden)
                #expect(origin.requests.count == 1)
            }
        }
    }

    @Test func `one forbidden answer among good ones refuses the host`() async throws {
        try await Bench.with { bench in
            var bench = bench
            bench.configuration.resolver = resolver(answering: ["127.0.0.1", "127.0.0.9"])
            try await LoopbackOrigin.serving(.ok(picture(1_000))) { origin in
                let problem = await bench.problem(.link(origin.url(host: "media.example")))
                #expect(problem?.code == .sourceAddressForbidden && origin.requests.isEmpty)
            }
        }
    }
}
