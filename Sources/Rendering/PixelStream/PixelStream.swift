package import ForeignBytes
internal import Handover

/// The compressed pixels of a PNG, which lie in one row of IDAT chunks, and those of each further frame in fdAT chunks.
package enum PixelStream {
    /// Where the streams end within their chunks.
    package enum End {
        case isExact
        /// Bytes follow one, or it has more of them than the rows of its picture.
        case isEarly
        /// The chunks end before one does.
        case isMissing
        /// One contradicts its own format.
        case isBroken
    }

    /// Follows the streams of a whole file; one whose chunks cannot be told apart is broken.
    static func end(in media: MappedMedia) -> End {
        unsafe media.withBytes { bytes in
            end(in: unsafe ByteWindow(file: bytes))
        }
    }

    package static func end(in file: ByteWindow) -> End {
        guard let rows = PixelRows(of: file) else { return .isBroken }
        var hasPicture = false
        // How much the rows of the next stream take; chunks that follow each other are of one stream.
        var expected: Int? = rows.length
        var last: FourCC = "IHDR"
        var position = 8
        while let length = try? file.big(4, at: position), let name = try? file.code(at: position + 4), name != "IEND" {
            switch name {
            case "fcTL" where hasPicture:
                guard let width = try? file.big(4, at: position + 12), let height = try? file.big(4, at: position + 16)
                else { return .isMissing }
                expected = rows.length(width: width, height: height)
            case "IDAT" where last != name, "fdAT" where last != name:
                guard let most = expected else { return .isEarly }
                let end = end(in: file, from: position, name, most: most)
                guard end == .isExact else { return end }
                hasPicture = true
                expected = nil
            default: break
            }
            last = name
            position += 12 + length
        }
        return hasPicture ? .isExact : .isBroken
    }

    /// Follows a stream to its end without keeping what it unpacks.
    ///
    /// - Parameters:
    ///   - start: where the first chunk begins.
    ///   - most: what its rows take.
    private static func end(in file: ByteWindow, from start: Int, _ name: FourCC, most: Int) -> End {
        var bits = ChunkedBits(file, from: start, name: name)
        guard let head = bits.take(16) else { return .isMissing }
        // Read with its bytes the other way round it is a multiple of 31; method 8; no dictionary.
        guard ((head & 0xFF) << 8 | head >> 8) % 31 == 0, head & 0x0F == 8, head & 0x2000 == 0 else { return .isBroken }
        var unpacked = 0
        switch Inflation.follow(&bits, unpacked: &unpacked) {
        case .isDone: break
        case .isShort: return .isMissing
        case .isWrong: return .isBroken
        }
        if unpacked > most { return .isEarly }
        bits.dropToByte()
        // The checksum of what would have been unpacked.
        guard bits.take(16) != nil, bits.take(16) != nil else { return .isMissing }
        return bits.hasMore ? .isEarly : .isExact
    }
}
