internal import ForeignBytes

/// The clock and the language of a track: what its `mdhd` box says, without its dates.
struct MediaHeader {
    /// Ticks of a second.
    let scale: Int
    /// In ticks; 0 when it is not known.
    let duration: Int
    /// Three letters of five bits each (ISO 639-2).
    private let language: Int

    /// No language in particular.
    private static let undetermined = 0x55C4

    init(_ box: ByteWindow) throws(Fault) {
        let isLong = try box.big(1, at: 0) == 1
        scale = try box.big(4, at: isLong ? 20 : 12)
        duration = try MovieTime(box, at: isLong ? 24 : 16, isLong: isLong).ticks
        let language = try box.big(2, at: isLong ? 32 : 20)
        // Smaller numbers are the Macintosh's own languages.
        self.language = language >= 0x400 && language < 0x7FFF ? language : Self.undetermined
        guard scale > 0 else { throw .corrupt("A track has no clock") }
    }

    init(scale: Int) {
        (self.scale, duration, language) = (scale, 0, Self.undetermined)
    }

    func write(to writer: inout BoxWriter, duration: Int) {
        let isLong = duration > Int(UInt32.max)
        writer.fullBox("mdhd", version: isLong ? 1 : 0) { writer in
            writer.zeros(isLong ? 16 : 8)
            writer.big(scale)
            writer.big(duration, isLong ? 8 : 4)
            writer.big(language, 2)
            writer.zeros(2)
        }
    }
}
