import Affix
import AttachmentModel
import MediaSamples
import TestSupport
import Testing

/// How much of a file `inspect` fetches to tell what it is.
@Suite(.timeLimit(.minutes(2)))
struct LookTests {
    /// A movie with megabytes of free space in it, as some recorders leave it.
    private func spacious(_ sample: MediaSample, spaceAt offset: Int) throws -> [UInt8] {
        let bytes = try sample.bytes
        let space: [UInt8] = [0, 0x60, 0, 0] + Array("free".utf8) + [UInt8](repeating: 0, count: 0x60_0000 - 8)
        return Array(bytes[..<offset]) + space + Array(bytes[offset...])
    }

    /// The end of a movie's first box.
    private func afterFirstBox(of sample: MediaSample) throws -> Int {
        try sample.bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }

    @Test(arguments: [MediaSample.moovFirst, .moovLast])
    func `of a movie with its host only the structure is fetched`(sample: MediaSample) async throws {
        let whole = try await Workbench.with { try await $0.inspect(sample) }
        let file = RangedFile(try spacious(sample, spaceAt: try afterFirstBox(of: sample)), type: "video/mp4")
        try await Workbench.with { bench in
            try await LoopbackOrigin.serving(.file(file)) { origin in
                let seen = try await bench.preparer.inspect(AttachmentRequest(.link(origin.url("/a.mp4"))))
                #expect(origin.requests.filter { $0.contains("\r\nRange: ") }.count >= 1)
                #expect(origin.requests.filter { !$0.contains("\r\nRange: ") }.count == 1)
                #expect(seen.facts.bytes == file.bytes.count && seen.source.digest == nil)
                #expect((1..<file.bytes.count / 2).contains(seen.origin?.fetchedBytes ?? 0))
                #expect(seen.facts.duration == whole.facts.duration && seen.facts.codecs == whole.facts.codecs)
                #expect(seen.facts.width == whole.facts.width && seen.facts.wholeness == .complete)
                #expect(bench.leftovers.isEmpty)
            }
        }
    }

    @Test func `a host without ranges is asked for the beginning, and for the whole file only if that does not do`()
        async throws
    {
        let first = try MediaSample.moovFirst.bytes
        let tail = try spacious(.moovFirst, spaceAt: first.count)
        let last = try spacious(.moovLast, spaceAt: try afterFirstBox(of: .moovLast))
        for (bytes, requests) in [(tail, 1), (last, 2)] {
            try await Workbench.with { bench in
                try await LoopbackOrigin.serving(.ok(bytes, type: "video/mp4")) { origin in
                    let seen = try await bench.preparer.inspect(AttachmentRequest(.link(origin.url("/a.mp4"))))
                    #expect(seen.facts.codecs == ["h264", "aac"] && seen.facts.bytes == bytes.count)
                    #expect(origin.requests.count == requests)
                }
            }
        }
    }
}
