/// The checksum of PNG chunks, eight bytes at a step.
enum CRC32 {
    /// Eight tables of 256 words, one after the other.
    private static let tables: [UInt32] = {
        var tables = (0..<UInt32(256)).map { byte in
            (0..<8).reduce(byte) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
        for index in 256..<2_048 {
            let earlier = tables[index - 256]
            tables.append(earlier >> 8 ^ tables[Int(earlier & 0xFF)])
        }
        return tables
    }()

    static func checksum(of window: ByteWindow) -> Int {
        unsafe window.withBytes { bytes in
            let tables = tables
            var crc = UInt32.max
            var position = 0
            while bytes.count - position >= 8 {
                let low =
                    unsafe UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)) ^ crc
                let high = unsafe UInt32(
                    littleEndian: bytes.loadUnaligned(fromByteOffset: position + 4, as: UInt32.self))
                crc =
                    word(tables, 7, low) ^ word(tables, 6, low >> 8) ^ word(tables, 5, low >> 16)
                    ^ word(tables, 4, low >> 24)
                crc ^= word(tables, 3, high) ^ word(tables, 2, high >> 8) ^ word(tables, 1, high >> 16)
                crc ^= word(tables, 0, high >> 24)
                position += 8
            }
            while position < bytes.count {
                crc = crc >> 8 ^ word(tables, 0, crc ^ UInt32(unsafe bytes[position]))
                position += 1
            }
            return Int(~crc)
        }
    }

    private static func word(_ tables: [UInt32], _ table: Int, _ byte: UInt32) -> UInt32 {
        tables[table << 8 | Int(byte & 0xFF)]
    }
}
