internal import Testing

@testable internal import Rendering

struct BMPDecoderTests {
    private static func little(_ value: Int, _ length: Int) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// A bitmap with a header of 40 bytes, or of 108 where there is a mask for alpha.
    private static func bitmap(
        _ width: Int, _ height: Int, bits: Int, method: Int = 0, masks: [Int] = [], palette: [[UInt8]] = [],
        _ pixels: [UInt8]
    ) -> [UInt8] {
        let size = masks.count == 4 ? 108 : 40
        var header =
            little(size, 4) + little(width, 4) + little(height, 4) + little(1, 2) + little(bits, 2) + little(method, 4)
            + little(pixels.count, 4) + little(0, 8) + little(palette.count, 4) + little(0, 4)
        header += masks.flatMap { little($0, 4) }
        header += [UInt8](repeating: 0, count: max(0, size - header.count))
        header += palette.flatMap { [$0[2], $0[1], $0[0], 0] }
        let start = 14 + header.count
        return Array("BM".utf8) + little(start + pixels.count, 4) + little(0, 4) + little(start, 4) + header + pixels
    }

    private func decode(_ bytes: [UInt8], _ width: Int, _ height: Int) throws -> [UInt8] {
        try unsafe bytes.withUnsafeBytes { bytes in
            try BMPDecoder(unsafe CodedBytes(bytes), width: width, height: height).decode()
        }
    }

    private static let colours: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255]]

    @Test(arguments: [
        // From below to above; each row padded to four bytes.
        bitmap(2, 2, bits: 24, [0, 0, 255, 0, 255, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0]),
        bitmap(2, -2, bits: 24, [255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0]),
        bitmap(2, 2, bits: 32, [0, 0, 255, 7, 0, 255, 0, 7, 255, 0, 0, 7, 0, 0, 255, 7]),
        bitmap(2, 2, bits: 8, palette: colours, [0, 1, 0, 0, 2, 0, 0, 0]),
        bitmap(2, 2, bits: 4, palette: colours, [0x01, 0, 0, 0, 0x20, 0, 0, 0]),
        bitmap(2, 2, bits: 16, [0x00, 0x7C, 0xE0, 0x03, 0x1F, 0x00, 0x00, 0x7C]),
        bitmap(
            2, 2, bits: 16, method: 3, masks: [0xF800, 0x07E0, 0x001F], [0x00, 0xF8, 0xE0, 0x07, 0x1F, 0, 0, 0xF8]),
        // Runs, and a row that ends early and is then complete by what was there.
        bitmap(2, 2, bits: 8, method: 1, palette: colours, [1, 0, 1, 1, 0, 0, 1, 2, 0, 1]),
        bitmap(2, 2, bits: 4, method: 2, palette: colours, [2, 0x01, 0, 0, 2, 0x20, 0, 1]),
    ])
    func `every form holds the same picture`(bytes: [UInt8]) throws {
        let pixels = try decode(bytes, 2, 2)
        let expected: [UInt8] = [0, 0, 255, 255, 0, 0, 255, 0, 0, 0, 255, 0]
        #expect(pixels == expected)
    }

    @Test func `one bit is a pixel`() throws {
        let bytes = Self.bitmap(
            9, 1, bits: 1, palette: [[0, 0, 0], [255, 255, 255]], [0b1010_0000, 0b1000_0000, 0, 0])
        let reds = try decode(bytes, 9, 1).enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
        #expect(reds == [255, 0, 255, 0, 0, 0, 0, 0, 255])
    }

    @Test func `alpha counts when some of it is set`() throws {
        let masks = [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000]
        #expect(
            try decode(Self.bitmap(1, 1, bits: 32, method: 3, masks: masks, [3, 2, 1, 128]), 1, 1) == [1, 2, 3, 128])
        #expect(
            try decode(Self.bitmap(1, 1, bits: 32, method: 3, masks: masks, [3, 2, 1, 0]), 1, 1) == [1, 2, 3, 255])
    }

    @Test(arguments: [
        // A colour beyond the palette, an unknown method, rows that are missing.
        bitmap(2, 2, bits: 8, palette: colours, [0, 9, 0, 0, 2, 0, 0, 0]),
        bitmap(2, 2, bits: 24, method: 4, [0]), bitmap(2, 2, bits: 24, [0, 0, 0, 0, 0, 0, 0, 0]),
        bitmap(2, 2, bits: 8, method: 1, palette: colours, [2, 0]),
    ])
    func `a bitmap that cannot be read is a fault`(bytes: [UInt8]) {
        #expect(throws: RasterFault.self) { try decode(bytes, 2, 2) }
    }

    @Test func `another size than was planned is a fault`() {
        let bytes = Self.bitmap(2, 2, bits: 24, [UInt8](repeating: 0, count: 16))
        #expect(throws: RasterFault.self) { try decode(bytes, 2, 3) }
    }

    @Test func `no damage to a bitmap does more than fail`() {
        let files = [
            Self.bitmap(2, 2, bits: 8, method: 1, palette: Self.colours, [1, 0, 1, 1, 0, 0, 0, 3, 0, 1, 2, 0, 0, 1]),
            Self.bitmap(
                2, 2, bits: 16, method: 3, masks: [0xF800, 0x07E0, 0x001F], [0, 0xF8, 0xE0, 7, 0x1F, 0, 0, 0xF8]),
            Self.bitmap(2, 2, bits: 4, palette: Self.colours, [0x01, 0, 0, 0, 0x20, 0, 0, 0]),
        ]
        for bytes in files {
            for length in 0..<bytes.count { _ = try? decode(Array(bytes[..<length]), 2, 2) }
            for index in bytes.indices {
                for value in [UInt8(0), 0x7F, 0x80, 0xFF, bytes[index] ^ 1] {
                    var damaged = bytes
                    damaged[index] = value
                    _ = try? decode(damaged, 2, 2)
                }
            }
        }
    }
}
