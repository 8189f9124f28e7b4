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
        /// The checksum of one is wrong, and nothing else.
        case isMiscounted
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

    /// Whether the stream of a PNG's picture has all of its rows, as a decoder that reads them all finds them; `nil` where
    /// only that can tell, as their lengths differ.
    ///
    /// What is amiss behind the last row belongs to none.
    static func hasRows(in media: MappedMedia) -> Bool? {
        unsafe media.withBytes { bytes in
            hasRows(in: unsafe ByteWindow(file: bytes))
        }
    }

    package static func hasRows(in file: ByteWindow) -> Bool? {
        guard let rows = PixelRows(of: file), let row = rows.row else { return nil }
        var position = 8
        while let length = try? file.big(4, at: position), let name = try? file.code(at: position + 4), name != "IDAT" {
            position += 12 + length
        }
        guard var inflation = Inflation(row: row) else { return nil }
        _ = end(in: file, from: position, "IDAT", most: rows.length, &inflation)
        return inflation.unpacked >= rows.length && !inflation.hasStrangeFilter
    }

    private static func end(in file: ByteWindow, from start: Int, _ name: FourCC, most: Int) -> End {
        guard var inflation = Inflation() else { return .isBroken }
        return end(in: file, from: start, name, most: most, &inflation)
    }

    /// Follows a stream to its end without keeping what it unpacks.
    ///
    /// - Parameters:
    ///   - start: where the first chunk begins.
    ///   - most: what its rows take.
    private static func end(
        in file: ByteWindow, from start: Int, _ name: FourCC, most: Int, _ inflation: inout Inflation
    ) -> End {
        let lead = name == "fdAT" ? 4 : 0  // Its place in the sequence of frames.
        var position = start
        var isDone = false
        while let length = try? file.big(4, at: position), (try? file.code(at: position + 4)) == name, length >= lead,
            let body = try? file.part(at: position + 8 + lead, count: length - lead)
        {
            position += 12 + length
            guard body.count > 0 else { continue }
            if isDone { return .isEarly }
            var taken = 0
            switch inflation.take(body, most: most, taken: &taken) {
            case .isDone: isDone = true
            case .isWrong: return .isBroken
            case .isMiscounted: return .isMiscounted
            case .wantsMore: break
            }
            if inflation.unpacked > most || taken < body.count { return .isEarly }
        }
        return isDone ? .isExact : .isMissing
    }
}
