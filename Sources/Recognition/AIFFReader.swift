internal import AttachmentModel
internal import ForeignBytes
internal import Glibc

/// Reads the format and the data length of an AIFF or AIFF-C file.
struct AIFFReader: StructureReader {
    var facts: MediaFacts
    private let file: ByteWindow

    init(_ file: ByteWindow, kind: MediaKind) {
        facts = MediaFacts(kind: kind, bytes: file.count)
        self.file = file
    }

    mutating func read() throws(Fault) {
        var walk = ChunkWalk(file, at: 12, isBigEndian: true)
        var hasSound = false
        while let chunk = try walk.next() {
            if chunk.name == "COMM" { try readFormat(chunk.body) }
            switch chunk.name {
            case "COMM", "SSND", "FVER": break
            case "NAME", "AUTH", "(c) ", "ANNO", "COMT", "ID3 ": facts.carried.insert(.tags)
            default: facts.carried.insert(.application)
            }
            if chunk.isCut {
                guard hasSound, facts.duration != nil else { throw .truncated }
                // The sound is whole; players do not look at what lies behind it.
                return facts.noteTrailingBytes()
            }
            if chunk.name == "SSND" { hasSound = true }
        }
        guard hasSound else { throw .truncated }
        guard facts.duration != nil else { throw .corrupt }
    }

    private mutating func readFormat(_ format: ByteWindow) throws(Fault) {
        let frames = try format.big(4, at: 2)
        let rate = try Self.extended(format, at: 8)
        let channels = try format.big(2, at: 0)
        guard channels > 0, rate >= 1, rate <= 10_000_000 else { throw .corrupt }
        let codec = file.reads("AIFC", at: 8) ? Self.codec(try format.code(at: 18)) : "pcm"
        facts.codecs = [codec]
        // Of this codec packets are counted, each of 64 samples.
        facts.duration = Double(frames) * (codec == "adpcm-ima" ? 64 : 1) / rate
        var track = TrackFacts(.sound, codec: facts.codecs.first)
        (track.channels, track.sampleRate, track.duration) = (channels, Int(rate), facts.duration)
        facts.tracks = [track]
    }

    private static func codec(_ tag: FourCC) -> String {
        switch tag {
        case "NONE", "twos", "sowt", "in24", "in32", "raw ": "pcm"
        case "fl32", "FL32", "fl64", "FL64": "pcm-float"
        case "ulaw", "ULAW": "ulaw"
        case "alaw", "ALAW": "alaw"
        case "ima4": "adpcm-ima"
        default: tag.text
        }
    }

    /// A positive number of 80 bits: sign and exponent, then a mantissa with its leading one written out.
    private static func extended(_ window: ByteWindow, at offset: Int) throws(Fault) -> Double {
        let exponent = try window.big(2, at: offset)
        guard exponent < 0x7FFF else { throw .corrupt }
        return scalbn(Double(try window.big(4, at: offset + 2)), Int32(exponent - 16_383 - 31))
    }
}
