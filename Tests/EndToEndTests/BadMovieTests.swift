import Affix
import AttachmentModel
import Foundation
import MediaSamples
import TestSupport
import Testing

/// Movies and sounds that lie, end too early or hold nothing: each is refused by its own code, and nothing is left.
@Suite(.timeLimit(.minutes(3)))
struct BadMovieTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let code: PreparationError.Code?
        let make: @Sendable (String) throws -> [UInt8]

        init(_ words: String, _ code: PreparationError.Code?, _ make: @escaping @Sendable (String) throws -> [UInt8]) {
            testDescription = words
            self.code = code
            self.make = make
        }
    }

    /// What ffmpeg makes of a scene of one second.
    private static func made(_ folder: String, _ name: String, _ arguments: [String]) throws -> [UInt8] {
        let path = folder + "/" + name
        let scene = ["-f", "lavfi", "-t", "1", "-i", "testsrc2=s=64x48:r=10", "-f", "lavfi", "-t", "1", "-i", "sine"]
        _ = try Probe.run("ffmpeg", scene + arguments + [path])
        return [UInt8](try Data(contentsOf: URL(filePath: path)))
    }

    private static func replaced(_ bytes: [UInt8], _ name: String, at offset: Int, _ new: [UInt8]) throws -> [UInt8] {
        let place = try #require(Data(bytes).range(of: Data(name.utf8))).lowerBound
        var bytes = bytes
        bytes.replaceSubrange((place + offset)..<(place + offset + new.count), with: new)
        return bytes
    }

    static let rows = [
        Row("cut before its index", .mediaTruncated) { _ in Array(try MediaSample.moovLast.bytes.prefix(8_000)) },
        Row("an index that lies about a place", .mediaTruncated) { _ in
            try replaced(MediaSample.moovFirst.bytes, "stco", at: 12, [0x7F, 0, 0, 0])
        },
        Row("an index that lies about a size", .mediaTruncated) { _ in
            try replaced(MediaSample.moovFirst.bytes, "stsz", at: 16, [0x7F, 0, 0, 0])
        },
        Row("no track", .mediaNoPicture) { _ in
            try replaced(MediaSample.silentMP4.bytes, "trak", at: 0, Array("free".utf8))
        },
        Row("boxes a thousand deep", .mediaCorrupt) { _ in
            var box: [UInt8] = []
            for _ in 0..<1_000 {
                let size = box.count + 8
                box = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + Array("moov".utf8) + box
            }
            return Array(try MediaSample.moovFirst.bytes.prefix(28)) + box
        },
        Row("a movie of text only", .mediaNoPicture) { _ in
            try replaced(MediaSample.silentMP4.bytes, "vide", at: 0, Array("text".utf8))
        },
        Row("encrypted", .mediaEncrypted) { folder in
            let key = "00112233445566778899aabbccddeeff"
            return try made(
                folder, "locked.mp4",
                [
                    "-c:v", "libx264", "-an", "-encryption_scheme", "cenc-aes-ctr", "-encryption_key", key,
                    "-encryption_kid", key,
                ])
        },
        Row("WebM whose clusters are noise", .mediaCorrupt) { folder in
            let bytes = try made(folder, "a.webm", ["-an", "-c:v", "libvpx", "-b:v", "1M"])
            let start = try #require(Data(bytes).range(of: Data([0xA3]), in: 600..<bytes.count)).lowerBound
            return bytes[..<start] + bytes[start...].map { $0 &* 37 &+ 11 }
        },
        Row("AVI without frames", .mediaNoPicture) { folder in
            let bytes = try made(folder, "a.avi", ["-an", "-c:v", "mpeg4"])
            let end = try #require(Data(bytes).range(of: Data("movi".utf8))).upperBound
            return bytes[..<end] + Array(repeating: 0, count: bytes.count - end)
        },
        Row("a FLAC cut in the middle", .mediaTruncated) { folder in
            let bytes = try made(folder, "a.flac", ["-vn", "-t", "20", "-af", "aloop=-1:44100"])
            return Array(bytes.prefix(bytes.count / 4))
        },
        Row("WAV whose head says 4 GB", nil) { _ in
            var bytes = try MediaSample.wav.bytes
            bytes.replaceSubrange(4..<8, with: [0xFF, 0xFF, 0xFF, 0xFF])
            let data = try #require(Data(bytes).range(of: Data("data".utf8))).lowerBound
            bytes.replaceSubrange((data + 4)..<(data + 8), with: [0xFF, 0xFF, 0xFF, 0xFF])
            return bytes
        },
        Row("MP3 with a picture of 3 MB", nil) { _ in
            let count = 3_000_000
            let size = [21, 14, 7, 0].map { UInt8((count + 10) >> $0 & 0x7F) }
            let frame = Array("APIC".utf8) + [24, 16, 8, 0].map { UInt8(count >> $0 & 0xFF) } + [0, 0]
            return Array("ID3\u{3}\0\0".utf8) + size + frame + Array(repeating: 1, count: count)
                + (try MediaSample.mp3WithoutID3.bytes)
        },
    ]

    @Test(arguments: rows) func `it has a code of its own, or is mended`(row: Row) async throws {
        try await TemporaryFolder.with { folder in
            let bytes = try row.make(folder)
            try await Workbench.with { bench in
                let code = await problemCode { _ = try await bench.prepare(.bytes(bytes), timeout: .seconds(60)) }
                #expect(code == row.code)
                if row.code != nil { #expect(bench.leftovers.isEmpty) }
            }
        }
    }
}
