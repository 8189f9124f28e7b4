internal import ForeignBytes

/// How a track is shown: what its `tkhd` box says, without its dates.
struct TrackHeader {
    let number: Int
    let isEnabled: Bool
    /// In ticks of the movie.
    let duration: Int
    private let layer, group, volume: Int
    /// Nine numbers that turn and place the picture.
    private let matrix: [UInt8]
    private let width, height: Int

    init(_ box: ByteWindow) throws(Fault) {
        let isLong = try box.big(1, at: 0) == 1
        let base = isLong ? 36 : 24
        isEnabled = try box.big(3, at: 1) & 1 == 1
        number = try box.big(4, at: isLong ? 20 : 12)
        duration = try MovieTime(box, at: isLong ? 28 : 20, isLong: isLong).ticks
        layer = try box.big(2, at: base + 8)
        group = try box.big(2, at: base + 10)
        volume = try box.big(2, at: base + 12)
        matrix = try box.copy(at: base + 16, count: 36)
        width = try box.big(4, at: base + 52)
        height = try box.big(4, at: base + 56)
        guard number > 0 else { throw .corrupt("A track has no number") }
    }

    /// The header of the one track of a sound.
    init(soundLasting duration: Int) {
        (number, isEnabled, self.duration) = (1, true, duration)
        (layer, group, volume, width, height) = (0, 0, 0x100, 0, 0)
        matrix = Self.upright
    }

    /// Leaves the picture as it is.
    static let upright: [UInt8] =
        [0, 1, 0, 0] + Array(repeating: 0, count: 12) + [0, 1, 0, 0] + Array(repeating: 0, count: 12) + [0x40, 0, 0, 0]

    /// Writes the box; whatever is kept is enabled.
    func write(to writer: inout BoxWriter, duration: Int) {
        let isLong = duration > Int(UInt32.max)
        // Enabled, in the movie.
        writer.fullBox("tkhd", version: isLong ? 1 : 0, flags: 3) { writer in
            writer.zeros(isLong ? 16 : 8)
            writer.big(number)
            writer.zeros(4)
            writer.big(duration, isLong ? 8 : 4)
            writer.zeros(8)
            writer.big(layer, 2)
            writer.big(group, 2)
            writer.big(volume, 2)
            writer.zeros(2)
            writer.append(matrix)
            writer.big(width)
            writer.big(height)
        }
    }
}
