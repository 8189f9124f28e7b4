/// Writes an animated GIF with one palette for all frames, of which each draws only what changed.
///
/// Frames go in one after the other and none is kept longer than its successor needs. The bytes depend on the frames and
/// the settings alone.
package struct GIFEncoder {
    private var differencer: FrameDifferencer
    private var lanes: Lanes
    private let depth: Int
    private let blank: UInt8
    private var waiting: [FrameDrawing] = []
    private var bytes: [UInt8] = []
    /// Frames that went into the file so far; equal neighbours are one.
    package private(set) var frames = 0

    /// Drawings that wait until all threads have something to do.
    private static let batch = 8

    /// - Parameters:
    ///   - width: of every frame, 1 to 65,535.
    ///   - height: of every frame, 1 to 65,535.
    ///   - plays: how often the animation runs; 0 is for ever.
    ///   - tolerance: by how many levels of each channel a pixel may be out before it is drawn again.
    ///   - threads: threads that pack frames; they do not change the result.
    package init(width: Int, height: Int, plays: Int, palette: Palette, tolerance: Int, threads: Int) {
        differencer = FrameDifferencer(width: width, height: height, palette: palette, tolerance: tolerance)
        lanes = Lanes(threads)
        blank = UInt8(palette.colours.count)
        depth = max(2, Int.bitWidth - palette.colours.count.leadingZeroBitCount)
        bytes = Array("GIF89a".utf8)
        append(width, height)
        // A table for all, 8 bits for each channel; no background, square pixels.
        bytes += [0xF0 | UInt8(depth - 1), 0, 0]
        for colour in palette.colours { bytes += [UInt8(colour.red), UInt8(colour.green), UInt8(colour.blue)] }
        bytes += [UInt8](repeating: 0, count: 3 * ((1 << depth) - palette.colours.count))
        // Without this block players stop after the first run; it counts the runs that follow it.
        if plays != 1 {
            bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1]
            append(plays == 0 ? 0 : min(plays - 1, 65_535))
            bytes.append(0)
        }
    }

    /// Bytes written so far; frames that wait are not in them.
    package var count: Int { bytes.count }

    /// Takes the next frame, shown for so many hundredths of a second.
    package mutating func add(_ picture: Picture, hundredths: Int) {
        guard let drawing = differencer.add(picture, hundredths: hundredths) else { return }
        waiting.append(drawing)
        if waiting.count == Self.batch { flush() }
    }

    /// The whole file.
    package consuming func finish() -> [UInt8] {
        if let last = differencer.finish() { waiting.append(last) }
        flush()
        bytes.append(0x3B)
        return bytes
    }

    private mutating func flush() {
        let depth = depth
        let packed = lanes.map(waiting) { drawing in
            var data: [UInt8] = []
            data.reserveCapacity(drawing.codes.count / 2)
            var coder = LZWEncoder()
            coder.encode(drawing.codes.span, depth: depth, into: &data)
            return data
        }
        for (drawing, data) in zip(waiting, packed) { append(drawing, data) }
        frames += waiting.count
        waiting.removeAll(keepingCapacity: true)
    }

    private mutating func append(_ drawing: FrameDrawing, _ data: [UInt8]) {
        let flags: UInt8 = (drawing.isCleared ? 2 : 1) << 2 | (drawing.isTransparent ? 1 : 0)
        bytes += [0x21, 0xF9, 4, flags]
        append(drawing.hundredths)
        bytes += [drawing.isTransparent ? blank : 0, 0, 0x2C]
        append(drawing.area.left, drawing.area.top, drawing.area.width, drawing.area.height)
        bytes.append(0)
        bytes += data
    }

    /// Numbers of 16 bits, the low byte first.
    private mutating func append(_ values: Int...) {
        for value in values { bytes += [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)] }
    }
}
