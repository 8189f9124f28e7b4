/// A PNG of 64 by 48 pixels, made of chunks.
enum PNG {
    static let signature = text("\u{89}PNG\r\n\u{1A}\n")
    /// A stream in zlib's form that unpacks to nothing.
    static let stream: [UInt8] = [0x78, 0x9C, 3, 0, 0, 0, 0, 1]
    static let data = chunk("IDAT", stream)
    static let end = chunk("IEND", [])

    static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        big(4, body.count) + text(name) + body + big(4, checksum(text(name) + body))
    }

    static func header(depth: UInt8 = 8, colour: UInt8 = 2, interlacing: UInt8 = 0, width: Int = 64) -> [UInt8] {
        chunk("IHDR", big(4, width) + big(4, 48) + [depth, colour, 0, 0, interlacing])
    }

    static func control(frame number: Int, numerator: Int, denominator: Int) -> [UInt8] {
        let size = big(4, 64) + big(4, 48) + zeros(8)
        return chunk("fcTL", big(4, number) + size + big(2, numerator) + big(2, denominator) + [0, 0])
    }

    static func file(_ header: [UInt8] = header(), _ between: [UInt8] = [], data: [UInt8] = data) -> [UInt8] {
        signature + header + between + data + end
    }

    /// Bit by bit, and thereby unlike the one under test.
    private static func checksum(_ bytes: [UInt8]) -> Int {
        var crc = UInt32.max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return Int(~crc)
    }
}
