internal import AttachmentModel
internal import ForeignBytes

/// Reads the metadata blocks of a FLAC file.
struct FLACReader: StructureReader {
    var facts: MediaFacts
    private let file: ByteWindow

    init(_ file: ByteWindow, kind: MediaKind) {
        facts = MediaFacts(kind: kind, bytes: file.count)
        self.file = file
    }

    mutating func read() throws(Fault) {
        facts.codecs = ["flac"]
        var cursor = ByteCursor(file, at: ID3Tag(at: 0, in: file)?.length ?? 0)
        guard try cursor.code() == "fLaC" else { throw .corrupt }
        var isLast = false
        while !isLast {
            let header = try cursor.byte()
            isLast = header & 0x80 != 0
            let block = try cursor.take(try cursor.big(3))
            if header & 0x7F == 0 { try readStream(block) }
            if header & 0x7F == 4 { facts.carried.insert(.tags) }
            if header & 0x7F == 6 { facts.traits.insert(.coverArt) }
        }
        if cursor.isAtEnd { throw .truncated }
    }

    private mutating func readStream(_ block: ByteWindow) throws(Fault) {
        let rate = try block.big(3, at: 10) >> 4
        let samples = try block.big(5, at: 13) & 0xF_FFFF_FFFF
        guard rate > 0 else { throw .corrupt }
        if samples > 0 { facts.duration = Double(samples) / Double(rate) }
        var track = TrackFacts(.sound, codec: "flac")
        (track.sampleRate, track.duration) = (rate, facts.duration)
        track.channels = try block.byte(at: 12) >> 1 & 7 + 1
        facts.tracks = [track]
    }
}
