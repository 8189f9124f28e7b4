import AttachmentModel
import Foundation
import MediaSamples
import TestSupport
import Testing

/// Movies and sounds go through the whole line: fetched, packed in a locked worker, proven and published.
struct PackingTests {
    @Test func `the receipt tells what went in, what came out, how, and what was lost`() async throws {
        try await Workbench.with { bench in
            let receipt = try await bench.prepare(MediaSample.m4aCoverArt.source)
            #expect(receipt.path == .remux)
            #expect(receipt.source.facts?.codecs == ["aac"] && receipt.facts.codecs == ["aac"])
            let (before, after) = (receipt.source.facts?.duration ?? 0, receipt.facts.duration ?? 0)
            #expect(before > 1.9 && abs(before - after) < 0.05)
            #expect(!receipt.lost.isEmpty && !receipt.steps.isEmpty)
            #expect(receipt.url.hasSuffix(".m4a"))
            #expect(!bench.leftovers.contains { $0.contains("spool") })
        }
    }

    @Test func `a movie under the other tag of HEVC comes out under Apple's`() async throws {
        try await Workbench.with { bench in
            let receipt = try await bench.prepare(MediaSample.hevcTaggedHEV1.source)
            #expect(receipt.source.facts?.codecs == ["hev1", "aac"])
            #expect(receipt.facts.codecs == ["hevc", "aac"])
            #expect(receipt.steps.contains("retagged hev1 as hvc1"))
        }
    }

    @Test func `a cover that takes an MP3 over its cap is left behind`() async throws {
        try await Workbench.with { bench in
            let frames = try MediaSample.mp3WithoutID3.bytes
            // A frame APIC in a tag of ID3v2.3, whose length has seven bits in each byte.
            let picture = 6_000_000
            let length = [24, 16, 8, 0].map { UInt8(picture >> $0 & 0xFF) }
            let whole = [21, 14, 7, 0].map { UInt8((picture + 10) >> $0 & 0x7F) }
            let tag = Array("ID3".utf8) + [3, 0, 0] + whole + Array("APIC".utf8) + length + [0, 0]
            let receipt = try await bench.prepare(.bytes(tag + [UInt8](repeating: 9, count: picture) + frames))
            #expect(receipt.path == .remux)
            #expect(receipt.source.facts?.traits == [.coverArt])
            #expect(receipt.bytes < frames.count + 100)
        }
    }

    @Test func `a movie larger than memory is kept for goes through a file and leaves none behind`() async throws {
        try await Workbench.with { bench in
            let index = try MediaSample.moovLast.bytes
            // Padding behind the brand that the new file has not: offsets of the index stay true only with it at the end.
            var bytes = index
            bytes += [0, 0x20, 0, 0] + Array("free".utf8) + [UInt8](repeating: 0, count: 0x20_0000 - 8)
            let receipt = try await bench.prepare(.bytes(bytes))
            #expect(receipt.path == .remux)
            #expect(receipt.bytes < index.count + 100)
            #expect(TemporaryFolder.files(below: bench.state).isEmpty)
        }
    }

    @Test(arguments: [
        (MediaSample.moovLast, 0.5, PreparationError.Code.mediaTruncated), (.moovLast, 0.99, .mediaTruncated),
        (.moovFirst, 0.9, .mediaTruncated), (.fragmented, 0.7, .mediaTruncated), (.mp3WithID3, 0.501, .mediaTruncated),
        (.wav, 0.5, .mediaTruncated), (.aiff, 0.5, .mediaTruncated),
    ])
    func `what is cut short is refused as such, and nothing is left behind`(
        sample: MediaSample, part: Double, code: PreparationError.Code
    ) async throws {
        try await Workbench.with { bench in
            let bytes = try sample.bytes
            let half = Array(bytes.prefix(Int(Double(bytes.count) * part)))
            #expect(await problemCode { _ = try await bench.prepare(.bytes(half)) } == code)
            #expect(bench.leftovers.isEmpty)
        }
    }
}
