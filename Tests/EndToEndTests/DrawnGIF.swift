/// An animated GIF drawn by hand, and what a viewer must see of it.
struct DrawnGIF {
    struct Frame {
        var left = 0
        var top = 0
        var width = 12
        var height = 8
        /// The palette's index for each pixel, from its column and row within the frame; 0 is transparent.
        var pixel: @Sendable (Int, Int) -> Int
        var disposal = 1
        var delay = 5
        var isInterlaced = false
        var hasOwnColours = false
    }

    static let width = 12
    static let height = 8
    /// Index 0 is the one that is transparent; own tables of frames have these colours the other way round.
    static let colours: [[UInt8]] = [
        [0, 0, 0], [255, 0, 0], [0, 200, 0], [0, 0, 255], [255, 255, 0], [200, 0, 200], [90, 90, 90], [255, 255, 255],
    ]

    let frames: [Frame]
    /// The value of the loop block; `nil` without one.
    var loop: Int? = 0

    private static func little(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }

    var bytes: [UInt8] {
        var out = Array("GIF89a".utf8) + Self.little(Self.width) + Self.little(Self.height) + [0xF2, 0, 0]
        out += Self.colours.joined()
        if let loop { out += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + Self.little(loop) + [0] }
        for frame in frames {
            out += [0x21, 0xF9, 4, UInt8(frame.disposal << 2 | 1)] + Self.little(frame.delay) + [0, 0, 0x2C]
            for value in [frame.left, frame.top, frame.width, frame.height] { out += Self.little(value) }
            out.append((frame.isInterlaced ? 0x40 : 0) | (frame.hasOwnColours ? 0x82 : 0))
            if frame.hasOwnColours { out += ([Self.colours[0]] + Self.colours.dropFirst().reversed()).joined() }
            out += Self.packed(Self.rows(of: frame).flatMap { row in (0..<frame.width).map { frame.pixel($0, row) } })
        }
        return out + [0x3B]
    }

    /// The order in which rows are stored (GIF89a, appendix E).
    private static func rows(of frame: Frame) -> [Int] {
        guard frame.isInterlaced else { return Array(0..<frame.height) }
        return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in
            Array(stride(from: start, to: frame.height, by: step))
        }
    }

    /// Codes of four bits, with a clear code so often that none ever gets a fifth.
    private static func packed(_ indices: [Int]) -> [UInt8] {
        var bits: [Int] = []
        for (position, index) in indices.enumerated() {
            if position % 4 == 0 { bits += (0..<4).map { 8 >> $0 & 1 } }
            bits += (0..<4).map { index >> $0 & 1 }
        }
        bits += (0..<4).map { 9 >> $0 & 1 }
        var data: [UInt8] = []
        for start in stride(from: 0, to: bits.count, by: 8) {
            data.append(bits[start..<min(start + 8, bits.count)].enumerated().reduce(0) { $0 | UInt8($1.1) << $1.0 })
        }
        var out: [UInt8] = [3]
        for start in stride(from: 0, to: data.count, by: 255) {
            let block = data[start..<min(start + 255, data.count)]
            out += [UInt8(block.count)] + block
        }
        return out + [0]
    }

    /// The whole canvas after each frame, four bytes for each pixel; equal neighbours once.
    func seen(columns: Range<Int>) -> [[UInt8]] {
        var canvas = [[UInt8]](repeating: [0, 0, 0, 0], count: Self.width * Self.height)
        var pictures: [[UInt8]] = []
        for frame in frames {
            let before = canvas
            for row in 0..<frame.height {
                for column in 0..<frame.width {
                    let (x, y) = (frame.left + column, frame.top + row)
                    let index = frame.pixel(column, row)
                    guard x < Self.width, y < Self.height, index > 0 else { continue }
                    canvas[y * Self.width + x] = Self.colours[frame.hasOwnColours ? 8 - index : index] + [255]
                }
            }
            let picture = (0..<Self.height).flatMap { y in columns.flatMap { canvas[y * Self.width + $0] } }
            if picture != pictures.last { pictures.append(picture) }
            if frame.disposal == 3 { canvas = before }
            guard frame.disposal == 2 else { continue }
            for y in frame.top..<min(frame.top + frame.height, Self.height) {
                for x in frame.left..<min(frame.left + frame.width, Self.width) {
                    canvas[y * Self.width + x] = [0, 0, 0, 0]
                }
            }
        }
        return pictures
    }
}
