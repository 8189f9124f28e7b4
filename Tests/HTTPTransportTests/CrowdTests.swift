internal import AttachmentModel
internal import FlowControl
internal import Foundation
internal import Glibc
internal import HTTPTransport
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(2)))
struct CrowdTests {
    /// Runs `count` transfers that hang after their first bytes, the closure beside them, and then calls them off.
    private func beside(
        _ count: Int, on origin: LoopbackOrigin, by transport: HTTPTransport, _ body: () async throws -> Void
    ) async throws {
        let (beginnings, begun) = AsyncStream<Void>.makeStream()
        let crowd = (0..<count).map { _ in
            Task {
                await problemCode {
                    let collector = BodyCollector { begun.yield() }
                    _ = try await perform(origin.url("/slow"), origin.port, by: transport, into: collector)
                }
            }
        }
        var missing = count
        for await _ in beginnings {
            missing -= 1
            if missing == 0 { break }
        }
        try await body()
        for one in crowd { one.cancel() }
        for one in crowd { #expect(await one.value == .deadline) }
    }

    @Test func `a thousand slow transfers share one thread and little memory, and a fast one passes them`() async throws
    {
        // Both ends of each connection are in this process.
        DescriptorLimit.raise()
        let picture = [UInt8](repeating: 7, count: 3_000_000)
        let answers: [String: LoopbackOrigin.Answer] = [
            "/slow": .claiming(1_000_000, [.text("slow"), .hold]), "/fast": .ok(picture),
        ]
        try await LoopbackOrigin.serving(answers) { origin in
            let transport = HTTPTransport { _, _ in true }
            // The origin has a thread for each connection, in this same process: the room they need is counted apart.
            let before = residentBytes()
            try await beside(1_000, on: origin, by: transport) {
                let collector = BodyCollector()
                _ = try await perform(origin.url("/fast"), origin.port, by: transport, into: collector)
                #expect(collector.body == picture)
                #expect(isSanitized || residentBytes() - before < 200_000_000)
            }
        }
    }

    @Test func `without a descriptor left it is an overload, and later it is none`() async throws {
        await #expect(processExitsWith: .success) {
            try await LoopbackOrigin.serving(.ok([1, 2, 3])) { origin in
                let transport = HTTPTransport { _, _ in true }
                _ = try await perform(origin.url(), origin.port, by: transport, into: BodyCollector())
                let hoard = Descriptors.hoardAll()
                let fresh = HTTPTransport { _, _ in true }
                for transport in [transport, fresh] {
                    let met = await problemCode {
                        _ = try await perform(origin.url(), origin.port, by: transport, into: BodyCollector())
                    }
                    guard met == .overloaded else { fatalError("\(String(describing: met))") }
                }
                Descriptors.release(hoard)
                for transport in [transport, fresh] {
                    _ = try await perform(origin.url(), origin.port, by: transport, into: BodyCollector())
                }
            }
        }
    }

    /// The thread sanitizer keeps several bytes for each that we have.
    private var isSanitized: Bool { unsafe dlsym(nil, "__tsan_init") != nil }

    private func residentBytes() -> Int {
        let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(getpagesize()) : 0
    }
}

/// All descriptors that this process may still have.
private enum Descriptors {
    static func hoardAll() -> [Int32] {
        var bound = rlimit()
        _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &bound)
        bound.rlim_cur = min(bound.rlim_cur, 256)
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &bound)
        var hoard: [Int32] = []
        while case let one = dup(0), one >= 0 { hoard.append(one) }
        return hoard
    }

    static func release(_ hoard: [Int32]) {
        for one in hoard { close(one) }
    }
}
