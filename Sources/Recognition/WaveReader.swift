internal import AttachmentModel
internal import ForeignBytes

/// Reads the format and the data length of a WAV, RF64 or BW64 file.
struct WaveReader: StructureReader {
    var facts: MediaFacts
    private let file: ByteWindow
    private var format: SoundFormat?
    private var samples: Int?
    private var longSize: Int?

    init(_ file: ByteWindow, kind: MediaKind) {
        facts = MediaFacts(kind: kind, bytes: file.count)
        self.file = file
    }

    mutating func read() throws(Fault) {
        var walk = ChunkWalk(file, at: 12)
        var hasData = false
        if !file.reads("RIFF") { facts.traits.insert(.openLength) }
        while let chunk = try walk.next(override: longSize) {
            switch chunk.name {
            case "ds64": longSize = try chunk.body.little(8, at: 8)
            case "fmt ": try readFormat(chunk.body)
            case "fact": samples = try? chunk.body.little(4, at: 0)
            case "data" where !hasData:
                hasData = true
                try readData(chunk)
                // A writer that could not go back leaves the length open: the data end with the file.
                if chunk.size == Chunk.open {
                    facts.traits.insert(.openLength)
                    return
                }
            case "LIST", "id3 ", "ID3 ", "bext", "iXML", "_PMX", "cart", "INFO": facts.carried.insert(.tags)
            case "JUNK", "junk", "PAD ", "FLLR": break
            default: facts.carried.insert(.application)
            }
            if chunk.isCut {
                guard hasData, chunk.name != "data" else { throw .truncated }
                // The sound is whole; players do not look at what lies behind it.
                return facts.noteTrailingBytes()
            }
        }
        guard hasData else { throw .truncated }
    }

    private mutating func readFormat(_ body: ByteWindow) throws(Fault) {
        let format = try SoundFormat(body)
        self.format = format
        facts.codecs = [format.codec]
        facts.tracks = [format.track]
    }

    private mutating func readData(_ chunk: Chunk) throws(Fault) {
        guard let format else { throw .corrupt }
        var duration = format.bytesPerSecond > 0 ? Double(chunk.body.count) / Double(format.bytesPerSecond) : 0
        // A packed codec's byte rate is an average, its count of samples is not.
        let isPacked = !format.codec.hasPrefix("pcm")
        if isPacked, let samples, samples > 0 { duration = Double(samples) / Double(format.sampleRate) }
        guard duration > 0 || chunk.body.count == 0 else { return }
        facts.duration = duration
        facts.tracks[0].duration = duration
    }
}
