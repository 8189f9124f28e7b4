import AttachmentModel
internal import ForeignBytes
import Foundation
import Handover
import TestSupport
import Testing

/// Movies as cameras, editors and streams leave them come out as MPEG-4, with every frame and its time as before.
struct MoviePackingTests {
    struct Row: CustomTestStringConvertible {
        let name: String
        let kind: MediaKind
        let steps: [String]
        var coding = FFmpeg.h264
        var packing: [String] = []
        var tag = "avc1"
        var testDescription: String { name }
    }

    private static let index = "moved the index to the front"
    private static let flat = "flattened the fragments into one index"
    private static func wrapped(_ words: String) -> String { "rewrapped from \(words) as MPEG-4 movie" }

    @Test(arguments: [
        Row(name: "last.mp4", kind: .mp4, steps: [index]),
        Row(name: "edited.mp4", kind: .mp4, steps: [index], packing: ["-movflags", "negative_cts_offsets"]),
        Row(name: "camera.mov", kind: .mov, steps: [wrapped("QuickTime movie"), index]),
        Row(name: "store.m4v", kind: .m4v, steps: [wrapped("iTunes movie"), index], packing: ["-f", "ipod"]),
        Row(
            name: "phone.3gp", kind: .threeGP, steps: [wrapped("3GPP movie"), index],
            coding: ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac", "-ar", "22050"]),
        Row(
            name: "stream.mp4", kind: .mp4, steps: [flat], packing: ["-movflags", "frag_keyframe+empty_moov"]),
        Row(
            name: "based.mp4", kind: .mp4, steps: [flat],
            packing: ["-movflags", "frag_keyframe+empty_moov+default_base_moof"]),
        Row(
            name: "apart.mp4", kind: .mp4, steps: [flat],
            packing: ["-movflags", "frag_keyframe+empty_moov+separate_moof"]),
        Row(name: "half.mp4", kind: .mp4, steps: [flat], packing: ["-movflags", "frag_keyframe"]),
        Row(
            name: "hev1.mp4", kind: .mp4, steps: [index, "retagged hev1 as hvc1"], coding: FFmpeg.hevc,
            packing: ["-tag:v", "hev1"], tag: "hvc1"),
        Row(
            name: "hev1.mov", kind: .mov, steps: [wrapped("QuickTime movie"), index, "retagged hev1 as hvc1"],
            coding: FFmpeg.hevc, packing: ["-tag:v", "hev1"], tag: "hvc1"),
    ])
    func `every frame survives`(row: Row) async throws {
        try await TemporaryFolder.with { folder in
            let source = folder + "/" + row.name
            try FFmpeg.make(source, row.coding + ["-metadata", "title=Secret"] + row.packing)
            let packing = try Packing(source, row.kind, as: .mp4)
            #expect(packing.boxes == ["ftyp", "moov", "mdat"])
            #expect(packing.report.steps.filter { !$0.hasPrefix("left") } == row.steps)
            #expect(!packing.holds("Secret") && !packing.holds("Lavf"))
            #expect(try FFmpeg.tags(packing.path) == [row.tag, "mp4a"])
            for kind in ["v", "a"] {
                #expect(try FFmpeg.frames(packing.path, kind) == FFmpeg.frames(source, kind))
            }
            let facts = packing.facts
            #expect((facts.kind, facts.width, facts.height) == (.mp4, 160, 120))
            #expect(abs((facts.duration ?? 0) - 4) < 0.1)
            #expect(facts.traits.isEmpty && facts.warnings.isEmpty && facts.wholeness == .complete)
        }
    }

    @Test func `a fragment for every frame, with delays below zero, loses nothing`() async throws {
        try await TemporaryFolder.with { folder in
            let source = folder + "/live.mp4"
            try FFmpeg.make(source, FFmpeg.h264 + ["-movflags", "cmaf+frag_every_frame"])
            let packing = try Packing(source, .mp4, as: .mp4)
            for kind in ["v", "a"] {
                #expect(
                    try FFmpeg.frames(packing.path, kind, copy: true) == FFmpeg.frames(source, kind, copy: true))
            }
            // ffmpeg shows the source one frame late, since it cannot know beforehand how far delays go below zero.
            #expect(try FFmpeg.frames(packing.path, "v").map { $0.split(separator: " ")[0] }.first == "0")
        }
    }

    @Test(arguments: [90, 180, 270])
    func `a turned picture stays turned`(degrees: Int) async throws {
        try await TemporaryFolder.with { folder in
            try FFmpeg.make(folder + "/upright.mp4", FFmpeg.h264)
            let source = folder + "/turned.mp4"
            try FFmpeg.make(
                source, from: ["-i", folder + "/upright.mp4"], ["-c", "copy", "-metadata:s:v", "rotate=\(degrees)"])
            let packing = try Packing(source, .mp4, as: .mp4)
            #expect(packing.facts.orientation == [90: 8, 180: 3, 270: 6][degrees])
            #expect(try FFmpeg.frames(packing.path, "v") == FFmpeg.frames(source, "v"))
        }
    }

    @Test func `a cut between key frames keeps its edit list`() async throws {
        try await TemporaryFolder.with { folder in
            try FFmpeg.make(folder + "/long.mp4", FFmpeg.h264)
            let source = folder + "/cut.mp4"
            try FFmpeg.make(source, from: ["-ss", "1.3", "-i", folder + "/long.mp4"], ["-c", "copy"])
            let packing = try Packing(source, .mp4, as: .mp4)
            #expect(try FFmpeg.frames(packing.path, "v") == FFmpeg.frames(source, "v"))
            #expect(try FFmpeg.frames(packing.path, "a") == FFmpeg.frames(source, "a"))
        }
    }

    @Test func `texts, chapters and time codes are left behind with their data`() async throws {
        try await TemporaryFolder.with { folder in
            try "1\n00:00:00,000 --> 00:00:02,000\nSecret words\n".write(
                toFile: folder + "/words.srt", atomically: true, encoding: .utf8)
            try ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=2000\ntitle=Secret chapter\n".write(
                toFile: folder + "/chapters.txt", atomically: true, encoding: .utf8)
            try FFmpeg.make(folder + "/plain.mp4", FFmpeg.h264)
            let source = folder + "/rich.mov"
            try FFmpeg.make(
                source,
                from: ["-i", folder + "/plain.mp4", "-i", folder + "/words.srt", "-i", folder + "/chapters.txt"],
                [
                    "-map", "0", "-map", "1", "-map_metadata", "2", "-c", "copy", "-c:s", "mov_text", "-timecode",
                    "01:00:00:00",
                ])
            let packing = try Packing(source, .mov, as: .mp4)
            #expect(!packing.holds("Secret"))
            #expect(packing.report.lost.filter { $0 == "a track of text" }.count == 2)
            #expect(packing.report.lost.contains("the time code"))
            #expect(try FFmpeg.tags(packing.path) == ["avc1", "mp4a"])
            #expect(try FFmpeg.frames(packing.path, "v") == FFmpeg.frames(source, "v"))
        }
    }

    @Test func `packing twice changes nothing`() async throws {
        try await TemporaryFolder.with { folder in
            let source = folder + "/last.mp4"
            try FFmpeg.make(source, FFmpeg.h264)
            let once = try Packing(source, .mp4, as: .mp4)
            let twice = try Packing(once.path, .mp4, as: .mp4)
            #expect(once.bytes == twice.bytes)
            #expect(twice.report.lost.isEmpty)
        }
    }

    @Test func `what is over the cap even without its metadata has to be encoded anew`() async throws {
        try await TemporaryFolder.with { folder in
            let source = folder + "/last.mp4"
            try FFmpeg.make(source, FFmpeg.h264)
            let size = try Packing(source, .mp4, as: .mp4).bytes.count
            #expect(try Packing(source, .mp4, as: .mp4, cap: size).bytes.count == size)
            #expect(await problemCode { _ = try Packing(source, .mp4, as: .mp4, cap: size - 1) } == .renderUnsupported)
        }
    }
}
