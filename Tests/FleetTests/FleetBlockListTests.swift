internal import AttachmentModel
internal import Foundation
internal import Index
internal import TestSupport
internal import Testing

@testable internal import Fleet

/// What is withdrawn on one machine of a fleet is withdrawn on all.
struct FleetBlockListTests {
    private static let source = BlockKey(source: "link https://a/x?token=hidden", shown: "https://a/x?…")
    private static let made = BlockKey(digest: "ab", fileExtension: "jpg", urls: ["https://c/ab.jpg"])

    private func list(_ bench: FleetBench) throws -> FleetBlockList { FleetBlockList(try bench.queue()) }

    @Test func `what one machine withdraws, every other one knows when the delay is over, until it is allowed`()
        async throws
    {
        try await FleetBench.with { bench in
            let (one, other) = (try list(bench), try list(bench))
            #expect(try !other.contains(Self.made), "there is no list yet")
            try one.add([Self.source, Self.made], at: 7)
            try await Task.sleep(for: one.delay)
            #expect(try other.contains(BlockKey(digest: "ab")) && other.contains(Self.source))
            #expect(try !other.contains(BlockKey(digest: "cd")))
            try one.add([Self.made], at: 8)
            let acts = try other.withdrawals().acts
            #expect(acts.map(\.time) == [7, 8] && acts.map(\.keys) == [[Self.source, Self.made], [Self.made]])
            #expect(acts[0].keys[1].fileExtension == "jpg" && acts[0].keys[1].urls == ["https://c/ab.jpg"])

            let release = try other.remove([Self.source])
            #expect(release.allowed == [Self.source] && release.kept.map(\.key) == [Self.made])
            #expect(try one.withdrawals().acts.map(\.time) == [8])
            #expect(try one.remove([Self.made]).allowed == [Self.made])
            #expect(try !one.contains(Self.made) && one.withdrawals().acts.isEmpty)
            #expect(try one.remove([Self.made]).allowed.isEmpty)
        }
    }

    @Test func `what was withdrawn at once stays one, however much it is`() async throws {
        try await FleetBench.with { bench in
            let one = try list(bench)
            let keys = (0..<2_500).map { BlockKey(digest: "d\($0)", urls: [String(repeating: "u", count: 400)]) }
            try one.add(keys, at: 7)
            #expect(try one.withdrawals().acts.map(\.keys.count) == [2_500])
            #expect(try list(bench).contains(BlockKey(digest: "d2499")))
            #expect(try one.remove([keys[0]]).allowed.count == 2_500)
            #expect(try one.withdrawals().acts.isEmpty)
        }
    }

    @Test(arguments: ["damaged", #"{"schema":99}"#, #"{"schema":1}"#])
    func `a list that cannot be read lets nothing through`(text: String) async throws {
        try await FleetBench.with { bench in
            let queue = try bench.queue()
            try list(bench).add([Self.made], at: 7)
            let bucket = try queue.streams.bucket(queue.layout.withdrawn, isOnDisk: true, replicas: 1, life: 0)
            try bucket.put(Array(text.utf8), under: "v9.later")
            let fault = #expect(throws: IndexFault.self) { try list(bench).contains(BlockKey(digest: "cd")) }
            #expect(fault?.mayPass == false, "\(fault?.words ?? "")")
        }
    }

    @Test func `no secret of a link is in the bucket`() async throws {
        try await FleetBench.with { bench in
            try list(bench).add([Self.source], at: 7)
            let queue = try bench.queue()
            try queue.forEachMessage(of: "KV_" + queue.layout.withdrawn) { _, message in
                let bytes = message.bytes
                #expect(Data(bytes).range(of: Data("hidden".utf8)) == nil && !bytes.isEmpty)
            }
        }
    }

    @Test func `without a server nothing is known, and that may pass`() async throws {
        try await FleetBench.with { bench in
            let list = try list(bench)
            #expect(try !list.contains(Self.made))
            bench.server.kill(node: 0)
            var fault: IndexFault?
            // The copy counts for a moment longer.
            _ = try await eventually {
                do throws(IndexFault) { _ = try list.contains(Self.made) } catch { fault = error }
                return fault != nil
            }
            #expect(fault?.mayPass == true, "\(fault?.words ?? "it was known")")
        }
    }
}
