import Foundation

/// What ffprobe and ffmpeg say of a file.
enum Probe {
    struct Failure: Error { let words: String }

    static func run(_ program: String, _ arguments: [String]) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/" + program)
        process.arguments = ["-v", "error"] + (program == "ffmpeg" ? ["-nostdin", "-y"] : []) + arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(words: "\(program) \(arguments)") }
        return data
    }

    static func streams(_ path: String) throws -> [[String: Any]] {
        let data = try run("ffprobe", ["-of", "json", "-show_streams", path])
        let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return object?["streams"] as? [[String: Any]] ?? []
    }

    /// Decodes everything, and counts the frames of the picture.
    static func frames(_ path: String) throws -> Int {
        let lines = String(
            decoding: try run("ffmpeg", ["-i", path, "-map", "0:v:0", "-f", "framecrc", "-"]), as: UTF8.self)
        return lines.split(separator: "\n").filter { !$0.hasPrefix("#") }.count
    }

    /// Names of an MPEG-4 file's outermost boxes, without those that are empty.
    static func outermostBoxes(_ path: String) throws -> [String] {
        let bytes = try Data(contentsOf: URL(filePath: path))
        var (names, position) = ([String](), 0)
        while position + 8 <= bytes.count {
            let size = bytes[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
            let name = String(decoding: bytes[(position + 4)..<(position + 8)], as: UTF8.self)
            if name != "free" { names.append(name) }
            position += max(size, 8)
        }
        return names
    }
}
