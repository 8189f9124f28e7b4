internal import Foundation

/// Movies and sounds that a test has drawn by ffmpeg's own sources.
package enum DrawnMovie {
    /// H.264 without sound.
    ///
    /// - Parameter drawing: ffmpeg's description of a filter graph without input.
    package static func make(
        _ drawing: String, seconds: Double, _ options: [String] = []
    ) async throws -> [UInt8] {
        try await run(
            ["-f", "lavfi", "-t", "\(seconds)", "-i", drawing, "-c:v", "libx264", "-preset", "ultrafast"]
                + ["-pix_fmt", "yuv420p"] + options + ["-f", "mp4"])
    }

    /// The same movie, which players are to show turned by so many degrees.
    package static func turned(_ movie: [UInt8], by degrees: Int) async throws -> [UInt8] {
        try await TemporaryFolder.with { folder in
            try Data(movie).write(to: URL(filePath: folder + "/flat"))
            return try await run(
                ["-i", folder + "/flat", "-c", "copy", "-metadata:s:v", "rotate=\(degrees)", "-f", "mp4"])
        }
    }

    /// The file that ffmpeg makes.
    ///
    /// - Parameter arguments: all but its name.
    package static func run(_ arguments: [String]) async throws -> [UInt8] {
        try await TemporaryFolder.with { folder in
            let program = Process()
            program.executableURL = URL(filePath: "/usr/bin/ffmpeg")
            program.arguments = ["-nostdin", "-v", "error"] + arguments + [folder + "/made"]
            try program.run()
            program.waitUntilExit()
            return [UInt8](try Data(contentsOf: URL(filePath: folder + "/made")))
        }
    }
}
