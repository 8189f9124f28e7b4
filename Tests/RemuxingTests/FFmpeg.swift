internal import ForeignBytes
import Foundation
import TestSupport

/// The real ffmpeg and ffprobe: they make what goes in, and judge what comes out.
enum FFmpeg {
    struct Failure: Error { let words: String }

    /// Streams of a moving picture and a tone, four seconds, to be coded.
    static let scene = [
        "-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=4", "-f", "lavfi", "-i", "sine=d=4:sample_rate=44100",
    ]
    static let tone = ["-f", "lavfi", "-i", "sine=d=4:sample_rate=44100"]
    /// H.264 with pictures that are shown in another order than they are coded, and AAC.
    static let h264 = ["-c:v", "libx264", "-g", "25", "-bf", "2", "-pix_fmt", "yuv420p", "-c:a", "aac"]
    static let hevc = [
        "-c:v", "libx265", "-g", "25", "-x265-params", "log-level=error:pools=none:frame-threads=1", "-c:a", "aac",
    ]

    static func run(_ program: String = "ffmpeg", _ arguments: [String]) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/" + program)
        process.arguments = ["-v", "error"] + (program == "ffmpeg" ? ["-nostdin", "-y"] : []) + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(words: "\(program) \(arguments)") }
        return data
    }

    /// Makes a file out of `input`, or of the scene.
    static func make(_ path: String, from input: [String] = scene, _ arguments: [String]) throws {
        _ = try run("ffmpeg", input + arguments + [path])
    }

    /// Checksums of every decoded frame of a kind, `v` or `a`, with its time.
    static func frames(_ path: String, _ kind: String, copy: Bool = false) throws -> [String] {
        let arguments = ["-i", path, "-map", "0:\(kind):0"] + (copy ? ["-c", "copy"] : []) + ["-f", "framemd5", "-"]
        let lines = String(decoding: try run("ffmpeg", arguments), as: UTF8.self).split(separator: "\n")
        return lines.filter { !$0.hasPrefix("#") }.map { line in
            let fields = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            // Decoding times of what is only copied may be counted from elsewhere.
            return copy ? fields[5] : fields[2] + " " + fields[5]
        }
    }

    /// What ffprobe says of each stream.
    static func streams(_ path: String) throws -> [[String: Any]] {
        let data = try run("ffprobe", ["-of", "json", "-show_streams", path])
        let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return object?["streams"] as? [[String: Any]] ?? []
    }

    static func tags(_ path: String) throws -> [String] {
        try streams(path).compactMap { $0["codec_tag_string"] as? String }
    }
}
