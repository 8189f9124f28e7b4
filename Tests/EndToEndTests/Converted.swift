import Foundation

/// Pictures that a test makes out of plain pixels, encoded by a program that shares no code with the one under test.
enum Converted {
    /// A PNG out of rows of samples; grey, or red, green and blue, and perhaps alpha, for each pixel.
    ///
    /// - Parameter format: how they are stored, in FFmpeg's words, where they are not bytes.
    static func png(_ pixels: [UInt8], width: Int, height: Int, format: String? = nil) throws -> [UInt8] {
        let format = format ?? [1: "gray", 3: "rgb24", 4: "rgba"][pixels.count / (width * height)] ?? ""
        let input = ["-f", "rawvideo", "-pix_fmt", format, "-s", "\(width)x\(height)", "-i", "-"]
        return try run(["-v", "error"] + input + ["-f", "image2pipe", "-c:v", "png", "-"], input: pixels)
    }

    /// A PNG with one chunk more, behind its header or elsewhere.
    static func adding(_ name: String, _ content: [UInt8], to png: [UInt8], at offset: Int = 33) -> [UInt8] {
        var bytes = png
        let body = Array(name.utf8) + content
        var crc = UInt32.max
        for byte in body {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        bytes.insert(contentsOf: number(UInt32(content.count)) + body + number(~crc), at: offset)
        return bytes
    }

    private static func run(_ arguments: [String], input: [UInt8]) throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appending(path: "affix-\(UUID().uuidString)")
        try Data(input).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let program = Process()
        program.executableURL = URL(filePath: "/usr/bin/ffmpeg")
        program.arguments = arguments
        program.standardInput = try FileHandle(forReadingFrom: file)
        let output = Pipe()
        program.standardOutput = output
        try program.run()
        let bytes = [UInt8](try output.fileHandleForReading.readToEnd() ?? Data())
        program.waitUntilExit()
        guard !bytes.isEmpty else { throw CocoaError(.fileReadCorruptFile) }
        return bytes
    }
}
