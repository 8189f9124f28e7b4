import AttachmentModel
import Foundation
import Handover
import Remuxing
import Rulebook
import TestSupport
import Testing

/// Movies that end earlier without being decoded; what is left is compared with ffmpeg's own frames.
struct CuttingTests {
    private func cut(_ source: String, after seconds: Double, _ kind: MediaKind = .mp4) throws -> Packing {
        try Packing(source, kind, as: .mp4, seconds: seconds)
    }

    @Test(arguments: [["-g", "25", "-bf", "2"], ["-g", "10", "-bf", "0"]])
    func `it ends at the last key frame, and every frame before is the same`(coding: [String]) async throws {
        try await TemporaryFolder.with { folder in
            let source = folder + "/source.mp4"
            try FFmpeg.make(source, ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac"] + coding)
            let made = try cut(source, after: 3.3)
            let interval = try #require(Int(coding[1]))
            let kept = Int(3.3 * 25) / interval * interval
            let (before, after) = (try FFmpeg.frames(source, "v"), try FFmpeg.frames(made.path, "v"))
            #expect(after == Array(before.prefix(kept)))
            let length = Double(kept) / 25
            #expect(abs((made.facts.duration ?? 0) - length) < 0.05)
            // Sound ends with the packet that is heard when the picture ends.
            let (heard, left) = (
                try FFmpeg.frames(source, "a", copy: true), try FFmpeg.frames(made.path, "a", copy: true)
            )
            #expect(left == Array(heard.prefix(left.count)))
            #expect(abs(Double(left.count) * 1_024 / 44_100 - length) < 0.06)
            #expect(made.report.lost.contains("everything after \((length * 10).rounded() / 10) s"))
            #expect(made.report.warnings == [.trimmed])
        }
    }

    @Test func `it is smaller by what is gone, and nothing of that is in it`() async throws {
        try await TemporaryFolder.with { folder in
            let source = folder + "/source.mp4"
            try FFmpeg.make(source, FFmpeg.h264)
            let size = try Data(contentsOf: URL(filePath: source)).count
            let made = try cut(source, after: 2)
            #expect(made.bytes.count < size * 6 / 10)
            #expect(made.facts.wholeness == .complete && made.facts.traits.isEmpty)
        }
    }

    @Test func `without a key frame close before the end it has to be encoded`() async throws {
        try await TemporaryFolder.with { folder in
            let source = folder + "/source.mp4"
            try FFmpeg.make(source, ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "250", "-c:a", "aac"])
            #expect(await problemCode { _ = try cut(source, after: 3) } == .renderUnsupported)
        }
    }

    @Test func `a picture that ends before stays whole, and only sound is cut`() async throws {
        try await TemporaryFolder.with { folder in
            let source = folder + "/source.mp4"
            let scene = [
                "-f", "lavfi", "-t", "2", "-i", "testsrc2=s=64x48:r=10", "-f", "lavfi", "-t", "4", "-i", "sine",
            ]
            try FFmpeg.make(
                source, from: scene, ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "250", "-c:a", "aac"])
            let made = try cut(source, after: 3)
            #expect(try FFmpeg.frames(made.path, "v") == FFmpeg.frames(source, "v"))
            let heard = try FFmpeg.frames(made.path, "a", copy: true).count
            #expect(abs(Double(heard) * 1_024 / 44_100 - 3) < 0.06)
            #expect(abs((made.facts.duration ?? 0) - 3) < 0.05)
        }
    }

    @Test func `a movie in fragments is cut too`() async throws {
        try await TemporaryFolder.with { folder in
            let source = folder + "/source.mp4"
            try FFmpeg.make(source, FFmpeg.h264 + ["-movflags", "+frag_keyframe+empty_moov+default_base_moof"])
            // Without edits, frames are shown as late as they are delayed for those that come before them.
            let made = try cut(source, after: 3.3)
            #expect(try FFmpeg.frames(made.path, "v").count == 75)
            #expect(abs((made.facts.duration ?? 0) - 3) < 0.1)
        }
    }

    @Test func `a silent movie and one turned on its side are cut too`() async throws {
        try await TemporaryFolder.with { folder in
            let (silent, turned) = (folder + "/silent.mp4", folder + "/turned.mp4")
            try FFmpeg.make(silent, FFmpeg.h264 + ["-an"])
            try FFmpeg.make(turned, from: ["-i", silent], ["-c", "copy", "-metadata:s:v", "rotate=90"])
            let made = try cut(turned, after: 3)
            #expect(made.facts.codecs == ["h264"] && made.facts.orientation != 1)
            #expect(try FFmpeg.frames(made.path, "v").count == 75)
        }
    }
}
