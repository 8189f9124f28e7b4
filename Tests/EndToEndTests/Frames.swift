import Foundation
import TestSupport

/// The frames of an animation as they are seen, decoded by a program that shares no code with the one under test.
struct Frames {
    /// Red, green, blue and alpha of every pixel; colours of transparent pixels are zero.
    let pictures: [[UInt8]]

    init(of path: String, width: Int, height: Int, filter: String = "null") throws {
        let bytes = try Self.output(
            [
                "-v", "error", "-i", path, "-vsync", "passthrough", "-vf", filter, "-f", "rawvideo", "-pix_fmt", "rgba",
                "-",
            ])
        let size = width * height * 4
        pictures = stride(from: 0, to: bytes.count, by: size).map { start in
            var picture = Array(bytes[start..<min(start + size, bytes.count)])
            for pixel in stride(from: 0, to: picture.count - 3, by: 4) where picture[pixel + 3] == 0 {
                for channel in 0..<3 { picture[pixel + channel] = 0 }
            }
            return picture
        }
    }

    /// What ffmpeg writes to its standard output.
    static func output(_ arguments: [String]) throws -> [UInt8] {
        let decoder = Process()
        decoder.executableURL = URL(filePath: "/usr/bin/ffmpeg")
        decoder.arguments = ["-nostdin"] + arguments
        let output = Pipe()
        decoder.standardOutput = output
        try decoder.run()
        let bytes = [UInt8](try output.fileHandleForReading.readToEnd() ?? Data())
        decoder.waitUntilExit()
        return bytes
    }

    /// The mean difference of two pictures, in levels.
    static func mean(_ one: [UInt8], _ other: [UInt8]) -> Double {
        let sum = zip(one, other).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(max(one.count, 1))
    }
}

/// An animation of noise, the hardest thing to pack.
enum Noise {
    static func gif(in folder: String, size: Int, frames: Int) throws -> String {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = folder + "/noise.gif"
        _ = try Frames.output([
            "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=\(size)x\(size):r=25,noise=alls=40:allf=t:all_seed=7",
            "-frames:v", "\(frames)", "-y", path,
        ])
        return path
    }
}
