internal import AttachmentModel
internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import Fetching

@Suite(.timeLimit(.minutes(1)))
struct TLSFetchTests {
    /// What a fetch over TLS comes to, from a host that calls itself `media.example`.
    private func outcome(
        of name: String = "media.example", _ chain: TLSOrigin.Chain = .itself(days: 2), trusting isTrusted: Bool = true,
        options: [String] = []
    ) async throws -> (count: Int?, problem: PreparationError?) {
        var outcome: (Int?, PreparationError?) = (nil, nil)
        try await Bench.with { bench in
            try Data(picture(5_000)).write(to: URL(filePath: bench.folder + "/a.jpg"))
            try await TLSOrigin.serving(in: bench.folder, chain, options: options) { origin in
                var bench = bench
                bench.configuration.caFile = isTrusted ? origin.root : nil
                bench.configuration.resolver = Resolver { (_, _) throws(PreparationError) in ["127.0.0.1"] }
                do {
                    let link = "https://\(name):\(origin.port)/a.jpg"
                    outcome.0 = try await bench.fetch(.link(link)).bytes.count
                } catch {
                    outcome.1 = error as? PreparationError
                }
            }
        }
        return outcome
    }

    @Test func `a trusted host is read over TLS`() async throws {
        #expect(try await outcome().count == 5_000)
    }

    @Test func `a chain is followed to its root when the host sends it`() async throws {
        #expect(try await outcome(.root(sendsIntermediate: true)).count == 5_000)
    }

    @Test func `what is wrong with a certificate has its own code and its own words`() async throws {
        func check(_ problem: PreparationError?, _ code: PreparationError.Code, _ words: String) {
            #expect(problem?.code == code)
            #expect(problem?.message.contains(words) == true, "\(problem?.message ?? "no problem")")
        }
        check(try await outcome(trusting: false).problem, .fetchTLSIssuer, "is signed by itself")
        check(try await outcome(of: "other.example").problem, .fetchTLSName, "is for another name")
        check(try await outcome(.itself(days: -1)).problem, .fetchTLSExpired, "has expired")
        check(
            try await outcome(.root(sendsIntermediate: false)).problem, .fetchTLSIssuer,
            "leaves its intermediate certificate out")
        check(
            try await outcome(.root(sendsIntermediate: true), trusting: false).problem, .fetchTLSIssuer,
            "leaves its intermediate certificate out, or its root is private")
    }

    @Test func `a host that speaks only an old TLS is not read`() async throws {
        let options = ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"]
        #expect(try await outcome(options: options).problem?.code == .fetchTLSOther)
    }

    @Test func `a host that speaks no TLS at all is not read`() async throws {
        try await Bench.with { bench in
            try await LoopbackOrigin.serving(.ok(picture(100))) { origin in
                let problem = await bench.problem(.link("https://127.0.0.1:\(origin.port)/"))
                #expect(problem?.code == .fetchTLSOther)
            }
        }
    }

    @Test func `a file of roots that is not there is a fault of the configuration`() async throws {
        try await Bench.with { bench in
            var bench = bench
            bench.configuration.caFile = bench.folder + "/missing.pem"
            try await LoopbackOrigin.serving(.ok(picture(100))) { origin in
                let problem = await bench.problem(.link("https://127.0.0.1:\(origin.port)/"))
                #expect(problem?.code == .configurationInvalid)
                #expect(problem?.message.contains("AFFIX_CA_FILE") == true)
            }
        }
    }
}
