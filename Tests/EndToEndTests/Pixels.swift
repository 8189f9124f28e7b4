import Foundation

/// The pixels of a picture, decoded by a program that shares no code with the one under test.
struct Pixels {
    let width: Int
    let bytes: [UInt8]

    init(of path: String, width: Int) throws {
        let decoder = Process()
        decoder.executableURL = URL(filePath: "/usr/bin/ffmpeg")
        decoder.arguments = ["-v", "error", "-i", path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgba", "-"]
        let output = Pipe()
        decoder.standardOutput = output
        try decoder.run()
        bytes = [UInt8](try output.fileHandleForReading.readToEnd() ?? Data())
        decoder.waitUntilExit()
        self.width = width
    }

    /// Red, green, blue and alpha, 0 to 255.
    func colour(x: Int, y: Int) -> [Int] {
        let start = (y * width + x) * 4
        return bytes[start..<start + 4].map(Int.init)
    }

    /// The name of the colour that a pixel is nearest to.
    func name(x: Int, y: Int) -> String? {
        let names = [
            "red": [255, 0, 0], "green": [0, 255, 0], "blue": [0, 0, 255], "white": [255, 255, 255],
            "black": [0, 0, 0],
        ]
        let seen = colour(x: x, y: y)
        return names.min { one, other in
            zip(one.value, seen).map { ($0 - $1) * ($0 - $1) }.reduce(0, +)
                < zip(other.value, seen).map { ($0 - $1) * ($0 - $1) }.reduce(0, +)
        }?.key
    }

    /// The mean colour of one row.
    func mean(y: Int) -> [Int] {
        let sums = (0..<width).map { colour(x: $0, y: y) }.reduce([0, 0, 0, 0]) { zip($0, $1).map(+) }
        return sums.map { $0 / width }
    }
}
