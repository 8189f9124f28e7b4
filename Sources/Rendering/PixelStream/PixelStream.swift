package import ForeignBytes
internal import Handover

/// The compressed pixels of a PNG, which lie in one row of IDAT chunks.
package enum PixelStream {
    /// Where the stream ends within its chunks.
    package enum End {
        case isExact
        /// Bytes follow it.
        case isEarly
        /// The chunks end before it does.
        case isMissing
        /// It contradicts its own format.
        case isBroken
    }

    /// Follows the stream of a whole file; one whose chunks cannot be told apart is broken.
    static func end(in media: MappedMedia) -> End {
        unsafe media.withBytes { bytes in
            end(in: unsafe ByteWindow(file: bytes))
        }
    }

    package static func end(in file: ByteWindow) -> End {
        start(in: file).map { end(in: file, from: $0) } ?? .isBroken
    }

    /// Where the first chunk of pixels begins.
    private static func start(in file: ByteWindow) -> Int? {
        var position = 8
        while let length = try? file.big(4, at: position), let name = try? file.code(at: position + 4) {
            if name == "IDAT" { return position }
            position += 12 + length
        }
        return nil
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
