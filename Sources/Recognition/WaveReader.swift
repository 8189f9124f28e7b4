internal import AttachmentModel

/// Reads the format and the data length of a WAV, RF64 or BW64 file.
struct WaveReader: StructureReader {
    private static let endless = Int(UInt32.max)

    var facts: MediaFacts
    private let file: ByteWindow
    private var bytesPerSecond: Int?
    private var sampleRate = 0
    private var samples: Int?
    private var longSize: Int?

    init(_ file: ByteWindow, kind: MediaKind) {
        facts = MediaFacts(kind: kind, bytes: file.count)
        self.file = file
    }

    mutating func read() throws(Fault) {
        var walk = ChunkWalk(file, at: 12)
        var hasData = false
        while let chunk = try walk.next(override: longSize) {
            switch chunk.name {
            case "ds64": longSize = try chunk.body.little(8, at: 8)
            case "fmt ": try readFormat(chunk.body)
            case "fact": samples = try chunk.body.little(4, at: 0)
            case "data":
                hasData = true
                guard let bytesPerSecond else { throw .corrupt }
                facts.duration = Double(chunk.body.count) / Double(bytesPerSecond)
                // A packed codec's byte rate is an average, its count of samples is not.
                let isPacked = !facts.codecs.contains { $0.hasPrefix("pcm") }
                if isPacked, let samples, samples > 0 { facts.duration = Double(samples) / Double(sampleRate) }
                // A writer that could not go back leaves the length open: the data end with the file.
                if chunk.size == Self.endless { return }
                if chunk.isCut { throw .truncated }
            default: if chunk.isCut { throw .truncated }
            }
        }
        guard hasData else { throw .truncated }
    }

    private mutating func readFormat(_ format: ByteWindow) throws(Fault) {
        var tag = try format.little(2, at: 0)
        // The extensible form has the tag at the head of an identifier.
        if tag == 0xFFFE { tag = try format.little(2, at: 24) }
        facts.codecs = [Self.codec(tag)]
        let rate = try format.little(4, at: 8)
        sampleRate = try format.little(4, at: 4)
        guard rate > 0, sampleRate > 0, try format.little(2, at: 2) > 0 else { throw .corrupt }
        bytesPerSecond = rate
    }

    private static func codec(_ tag: Int) -> String {
        switch tag {
        case 1: "pcm"
        case 2: "adpcm-ms"
        case 3: "pcm-float"
        case 6: "alaw"
        case 7: "ulaw"
        case 0x11: "adpcm-ima"
        case 0x55: "mp3"
        case 0xFF, 0x1600, 0x1610: "aac"
        default: "wav-" + String(tag, radix: 16)
        }
    }
}
