import AttachmentModel
import Foundation
import Handover
import TestSupport
import Testing

/// Sounds lose their covers and tags, and not a sample.
struct SoundPackingTests {
    struct Row: CustomTestStringConvertible {
        let name: String
        let kind, result: MediaKind
        let codec: String
        var testDescription: String { name }
        var coding: [String] = []
        var input = FFmpeg.tone
    }

    @Test(arguments: [
        Row(name: "song.m4a", kind: .m4a, result: .m4a, codec: "aac"),
        Row(name: "lossless.m4a", kind: .m4a, result: .m4a, codec: "alac", coding: ["-c:a", "alac"]),
        Row(name: "lossless.mov", kind: .m4a, result: .m4a, codec: "alac", coding: ["-c:a", "alac"]),
        Row(name: "wrapped.mov", kind: .m4a, result: .m4a, codec: "aac", coding: ["-c:a", "aac"]),
        Row(name: "high.mov", kind: .m4a, result: .m4a, codec: "aac", coding: ["-c:a", "aac", "-ar", "96000"]),
        Row(name: "surround.mov", kind: .m4a, result: .m4a, codec: "aac", coding: ["-c:a", "aac", "-ac", "6"]),
        Row(name: "layer3.mov", kind: .m4a, result: .m4a, codec: "mp3", coding: ["-c:a", "libmp3lame"]),
        Row(name: "bare.aac", kind: .adts, result: .m4a, codec: "aac", coding: ["-c:a", "aac", "-f", "adts"]),
        Row(name: "song.mp3", kind: .mp3, result: .mp3, codec: "mp3"),
        Row(name: "old.mp3", kind: .mp3, result: .mp3, codec: "mp3", coding: ["-write_id3v1", "1"]),
        Row(name: "variable.mp3", kind: .mp3, result: .mp3, codec: "mp3", coding: ["-q:a", "4"]),
        Row(
            name: "ape.mp3", kind: .mp3, result: .mp3, codec: "mp3",
            coding: ["-id3v2_version", "0", "-write_apetag", "1"]),
        Row(name: "plain.wav", kind: .wav, result: .wav, codec: "pcm_s16le"),
        Row(name: "wide.wav", kind: .wav, result: .wav, codec: "pcm_s24le", coding: ["-c:a", "pcm_s24le", "-ac", "6"]),
        Row(name: "long.wav", kind: .wav, result: .wav, codec: "pcm_s16le", coding: ["-rf64", "always"]),
        Row(name: "plain.aiff", kind: .aiff, result: .aiff, codec: "pcm_s16be", coding: ["-write_id3v2", "1"]),
        Row(name: "turned.aiff", kind: .aiff, result: .aiff, codec: "pcm_s16le", coding: ["-c:a", "pcm_s16le"]),
    ])
    func `every sample survives and no tag`(row: Row) async throws {
        try await TemporaryFolder.with { folder in
            let source = folder + "/" + row.name
            let named = ["-metadata", "title=Secret", "-metadata", "comment=Secret"]
            try FFmpeg.make(source, from: row.input, named + row.coding)
            let packing = try Packing(source, row.kind, as: row.result, cap: 5_000_000)
            #expect(!packing.holds("Secret"))
            #expect(try FFmpeg.frames(packing.path, "a") == FFmpeg.frames(source, "a"))
            #expect(try FFmpeg.streams(packing.path).map { $0["codec_name"] as? String } == [row.codec])
            #expect(packing.facts.kind == row.result)
            #expect(abs((packing.facts.duration ?? 0) - 4) < 0.1)
            #expect(packing.facts.warnings.isEmpty && packing.facts.wholeness == .complete)
            #expect(try Packing(packing.path, row.result, as: row.result, cap: 5_000_000).bytes == packing.bytes)
        }
    }

    @Test(arguments: [("song.m4a", MediaKind.m4a, "aac"), ("song.mp3", .mp3, "libmp3lame")])
    func `a cover stays behind`(name: String, kind: MediaKind, codec: String) async throws {
        try await TemporaryFolder.with { folder in
            try FFmpeg.make(
                folder + "/cover.png", from: ["-f", "lavfi", "-i", "nullsrc=s=1024x1024,geq=random(1)*255:128:128"],
                ["-frames:v", "1"])
            let source = folder + "/" + name
            try FFmpeg.make(
                source, from: FFmpeg.tone + ["-i", folder + "/cover.png"],
                ["-map", "0", "-map", "1", "-c:v", "copy", "-c:a", codec, "-disposition:v", "attached_pic"])
            let packing = try Packing(source, kind, as: kind, cap: 5_000_000)
            #expect(try Packing.facts(of: source).traits.contains(.coverArt))
            #expect(packing.facts.traits.isEmpty)
            #expect(packing.bytes.count < 100_000 && !packing.holds("IHDR"))
            #expect(!packing.report.lost.isEmpty)
        }
    }

    @Test(arguments: [9, 380])
    func `a last frame that is cut stays behind`(missing: Int) async throws {
        try await TemporaryFolder.with { folder in
            let source = folder + "/song.mp3"
            let coding = ["-write_xing", "0", "-b:a", "128k", "-c:a", "libmp3lame"]
            try FFmpeg.make(source, from: FFmpeg.tone, coding)
            let whole = try Packing(source, .mp3, as: .mp3)
            try Data(contentsOf: URL(filePath: source)).dropLast(missing).write(to: URL(filePath: source))
            #expect(try Packing.facts(of: source).warnings == [.endMissing])
            let packing = try Packing(source, .mp3, as: .mp3)
            #expect(packing.facts.warnings.isEmpty && packing.facts.wholeness == .complete)
            #expect([417, 418].contains(whole.bytes.count - packing.bytes.count))
            #expect(whole.bytes.starts(with: packing.bytes))
        }
    }

    @Test func `the index of a variable rate is a frame and stays`() async throws {
        try await TemporaryFolder.with { folder in
            let source = folder + "/song.mp3"
            try FFmpeg.make(source, from: FFmpeg.tone, ["-q:a", "4"])
            let packing = try Packing(source, .mp3, as: .mp3)
            #expect(packing.holds("Xing") && packing.holds("Lavc"))
            #expect(packing.bytes.starts(with: Array("ID3".utf8)))
        }
    }

    @Test func `a WAV that was piped gets its sizes`() async throws {
        try await TemporaryFolder.with { folder in
            let piped = try FFmpeg.run("ffmpeg", FFmpeg.tone + ["-f", "wav", "-"])
            #expect(piped[4..<8] == Data([255, 255, 255, 255]))
            let source = folder + "/piped.wav"
            try piped.write(to: URL(filePath: source))
            let packing = try Packing(source, .wav, as: .wav)
            #expect(packing.report.steps.contains("put the sizes in the head right"))
            let size = packing.bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
            #expect(size == packing.bytes.count - 8)
            #expect(try FFmpeg.frames(packing.path, "a") == FFmpeg.frames(source, "a"))
        }
    }
}
