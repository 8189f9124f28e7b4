internal import ForeignBytes

/// The checksum of PNG chunks, sixteen bytes at a step.
enum CRC32 {
    private static let width = 16

    /// Sixteen tables of 256 words, one after the other: the n-th is for a byte with n more behind it in the step.
    private static let tables: [UInt32] = {
        var tables = (0..<UInt32(256)).map { byte in
            (0..<8).reduce(byte) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
        for index in 256..<(256 * width) {
            let earlier = tables[index - 256]
            tables.append(earlier >> 8 ^ tables[Int(earlier & 0xFF)])
        }
        return tables
    }()

    static func checksum(of window: ByteWindow) -> Int {
        unsafe window.withBytes { bytes in
            unsafe tables.withUnsafeBufferPointer { tables in
                var crc = UInt32.max
                var position = 0
                while bytes.count - position >= width {
                    let first = unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
                    let second = unsafe bytes.loadUnaligned(fromByteOffset: position + 8, as: UInt64.self)
                    let (low, high) = (UInt64(littleEndian: first) ^ UInt64(crc), UInt64(littleEndian: second))
                    crc = unsafe eight(tables, 8, low) ^ eight(tables, 0, high)
                    position += width
                }
                while position < bytes.count {
                    crc = unsafe crc >> 8 ^ tables[Int((crc ^ UInt32(bytes[position])) & 0xFF)]
                    position += 1
                }
                return Int(~crc)
            }
        }
    }

    /// What eight bytes add, with so many of the step behind them.
    @inline(__always)
    private static func eight(_ tables: UnsafeBufferPointer<UInt32>, _ behind: Int, _ word: UInt64) -> UInt32 {
        var sum: UInt32 = 0
        for place in 0..<8 {
            let byte = Int(truncatingIfNeeded: word >> UInt64(8 * place) & 0xFF)
            // Below the number of entries, since a byte is.
            sum ^= unsafe tables[(behind + 7 - place) << 8 | byte]
        }
        return sum
    }
}
