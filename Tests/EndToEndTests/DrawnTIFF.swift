/// An uncompressed TIFF in which every pixel is the same.
struct DrawnTIFF {
    /// PhotometricInterpretation: 1 grey, 2 red, green and blue, 6 luma and chroma, 8 CIE L*a*b*.
    var photometric: Int
    /// The samples of the pixel, as they are stored.
    var pixel: [Int]
    var bits = 8
    /// SampleFormat: 2 for samples with a sign.
    var format: Int?
    /// ExtraSamples of the last sample: 1 for alpha that colours are multiplied with.
    var extra: Int?
    var profile: [UInt8] = []
    var width = 64
    var height = 64

    /// The file, in little-endian order.
    var bytes: [UInt8] {
        let rows = (0..<width * height).flatMap { _ in pixel.flatMap { Self.little($0, bits / 8) } }
        let depths = pixel.flatMap { _ in Self.little(bits, 2) }
        let depthsAt = 8 + rows.count
        let profileAt = depthsAt + depths.count
        let depth = pixel.count > 2 ? depthsAt : [bits, bits | bits << 16][pixel.count - 1]
        var fields = [
            (256, 3, 1, width), (257, 3, 1, height), (258, 3, pixel.count, depth),
            (259, 3, 1, 1), (262, 3, 1, photometric), (273, 4, 1, 8), (277, 3, 1, pixel.count), (278, 3, 1, height),
            (279, 4, 1, rows.count),
        ]
        if photometric == 6 { fields.append((530, 3, 2, 0x1_0001)) }
        if let format { fields.append((339, 3, 1, format)) }
        if let extra { fields.append((338, 3, 1, extra)) }
        if !profile.isEmpty { fields.append((34_675, 7, profile.count, profileAt)) }
        fields.sort { $0.0 < $1.0 }
        let padding = [UInt8](repeating: 0, count: profile.count % 2)
        let head = Array("II*\0".utf8) + Self.little(profileAt + profile.count + padding.count, 4)
        let directory = fields.flatMap { tag, type, count, value in
            Self.little(tag, 2) + Self.little(type, 2) + Self.little(count, 4) + Self.little(value, 4)
        }
        return head + rows + depths + profile + padding + Self.little(fields.count, 2) + directory + [0, 0, 0, 0]
    }

    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
