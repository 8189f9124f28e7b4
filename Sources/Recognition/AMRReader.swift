internal import AttachmentModel
internal import ForeignBytes

/// Counts the frames of an AMR file (RFC 4867, section 5), each of 20 ms.
struct AMRReader: StructureReader {
    private static let secondsPerFrame = 0.02
    /// Bytes of a frame with its header, by its type; 0 for a type that is not in use.
    private static let narrow = [13, 14, 16, 18, 20, 21, 27, 32, 6, 0, 0, 0, 0, 0, 0, 1]
    private static let wide = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 0, 0, 0, 0, 1, 1]

    var facts: MediaFacts
    private let file: ByteWindow

    init(_ file: ByteWindow, kind: MediaKind) {
        facts = MediaFacts(kind: kind, bytes: file.count)
        self.file = file
    }

    mutating func read() throws(Fault) {
        let isWide = file.reads("#!AMR-WB\n")
        let lengths = isWide ? Self.wide : Self.narrow
        var track = TrackFacts(.sound, codec: isWide ? "amr-wb" : "amr-nb")
        (track.sampleRate, track.channels, track.samples) = (isWide ? 16_000 : 8_000, 1, 0)
        facts.codecs = [track.codec ?? ""]
        defer {
            facts.duration = Double(track.samples ?? 0) * Self.secondsPerFrame
            track.duration = facts.duration
            facts.tracks = [track]
        }
        var position = isWide ? 9 : 6
        while position < file.count {
            let length = lengths[try file.byte(at: position) >> 3 & 0xF]
            guard length > 0 else { throw .corrupt }
            guard file.holds(length, at: position) else { throw .truncated }
            position += length
            track.samples = (track.samples ?? 0) + 1
        }
    }
}
