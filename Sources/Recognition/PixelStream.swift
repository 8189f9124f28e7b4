/// The compressed pixels of a PNG, which lie in one row of IDAT chunks.
enum PixelStream {
    /// Where the stream ends within its chunks.
    enum End {
        case isExact
        /// Bytes follow it.
        case isEarly
        /// The chunks end before it does.
        case isMissing
        /// It contradicts its own format.
        case isBroken
    }

    /// Follows the stream to its end without keeping what it unpacks.
    ///
    /// - Parameter start: where the first chunk begins.
    static func end(in file: ByteWindow, from start: Int) -> End {
        var bits = ChunkedBits(file, from: start)
        guard let head = bits.take(16) else { return .isMissing }
        // Read with its bytes the other way round it is a multiple of 31; method 8; no dictionary.
        guard ((head & 0xFF) << 8 | head >> 8) % 31 == 0, head & 0x0F == 8, head & 0x2000 == 0 else { return .isBroken }
        switch Inflation.follow(&bits) {
        case .isDone: break
        case .isShort: return .isMissing
        case .isWrong: return .isBroken
        }
        bits.dropToByte()
        // The checksum of what would have been unpacked.
        guard bits.take(16) != nil, bits.take(16) != nil else { return .isMissing }
        return bits.hasMore ? .isEarly : .isExact
    }
}
