internal import CInflate
internal import ForeignBytes

/// A stream in zlib's format, followed to its end without keeping what it unpacks to.
@safe struct Inflation: ~Copyable {
    enum Outcome {
        /// The stream goes on behind what was given, or has unpacked more than was asked for.
        case wantsMore
        case isDone
        /// The stream contradicts its format.
        case isWrong
        /// It does not, but its checksum is not that of what it unpacked to.
        case isMiscounted
    }

    private let state: UnsafeMutablePointer<affix_inflate>

    /// `nil` without memory.
    ///
    /// - Parameter row: bytes of each row of a picture, whose filters are looked at; 0 to look at none.
    init?(row: Int = 0) {
        guard let state = unsafe affix_inflate_begin(max(0, row)) else { return nil }
        unsafe self.state = unsafe state
    }

    deinit {
        unsafe affix_inflate_end(state)
    }

    /// How many bytes were unpacked.
    var unpacked: Int { Int(clamping: unsafe affix_inflate_count(state)) }

    /// Whether some row names a filter that there is not.
    var hasStrangeFilter: Bool { unsafe state.pointee.has_strange_filter != 0 }

    /// Goes on with the next bytes of the stream, until more is unpacked than `most`.
    ///
    /// - Parameter taken: how many of them belong to it.
    mutating func take(_ part: ByteWindow, most: Int, taken: inout Int) -> Outcome {
        var count = 0
        let ending = unsafe part.withBytes { bytes in
            unsafe affix_inflate_take(state, bytes.baseAddress, bytes.count, max(0, most), &count)
        }
        taken = count
        return switch affix_inflate_ending(UInt32(ending)) {
        case AFFIX_INFLATE_DONE: .isDone
        case AFFIX_INFLATE_MISCOUNTED: .isMiscounted
        case AFFIX_INFLATE_WANTS_MORE: .wantsMore
        default: .isWrong
        }
    }
}
