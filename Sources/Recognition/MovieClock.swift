internal import ForeignBytes

/// The ticks in which a movie or a track counts its time.
struct MovieClock {
    private var scale = 0
    private var ticks = 0.0

    init() {}

    /// Reads an `mvhd` or `mdhd` box.
    init(_ header: ByteWindow) throws(Fault) {
        let isLong = try header.byte(at: 0) == 1
        scale = try header.big(4, at: isLong ? 20 : 12)
        // All ones mean that the duration is unknown; as a long one they are beyond `Int`.
        let isUnknown = isLong ? try header.byte(at: 24) >= 0x80 : try header.big(4, at: 16) == Int(UInt32.max)
        ticks = isUnknown ? 0 : Double(isLong ? try header.big(8, at: 24) : try header.big(4, at: 16))
    }

    /// Whether an `mvhd` or `mdhd` box tells when the movie was made.
    static func hasDate(_ header: ByteWindow) throws(Fault) -> Bool {
        if try header.big(4, at: 4) != 0 { return true }
        guard try header.byte(at: 0) == 1 else { return false }
        return try header.big(4, at: 8) != 0
    }

    /// Notes that something in the movie goes on until `ticks`.
    mutating func extend(to ticks: Double) {
        self.ticks = max(self.ticks, ticks)
    }

    /// Whether a tick lies within what is known to be played; a second more is rounding.
    func reaches(_ tick: Double) -> Bool { ticks == 0 || tick <= ticks + Double(scale) }

    /// Whether its ticks have a length.
    var isRunning: Bool { scale > 0 }

    /// Playing time in seconds; `nil` when it is not known.
    var duration: Double? {
        scale > 0 && ticks > 0 ? ticks / Double(scale) : nil
    }
}
