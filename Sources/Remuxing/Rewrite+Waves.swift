internal import AttachmentModel
internal import ForeignBytes

extension Rewrite {
    /// A WAV with its format and its samples, and no other chunk; the long form of 64 bits becomes the plain one.
    init(wave file: ByteWindow) throws(Fault) {
        var walk = ChunkWalk(file, at: 12)
        var long: Int?
        var format: [UInt8]?
        var (frame, dropped) = (1, false)
        var sound: Range<Int>?
        var isRepaired = !file.reads("RIFF", at: 0)
        while sound == nil || !dropped, let chunk = try walk.next(override: long) {
            switch chunk.name {
            case "ds64": long = try chunk.body.little(8, at: 8)
            case "fmt ": (format, frame) = (try Self.format(chunk.body), max(1, try chunk.body.little(2, at: 12)))
            case "data" where sound == nil:
                // A writer that could not go back leaves the length open: the samples end with the file.
                guard !chunk.isCut || chunk.size == Chunk.open else { throw .truncated }
                isRepaired = isRepaired || chunk.isCut
                let count = chunk.isCut ? chunk.body.count / frame * frame : chunk.body.count
                sound = chunk.body.start..<(chunk.body.start + count)
            default: dropped = true
            }
        }
        guard let format, let sound, !sound.isEmpty else { throw .noPicture }
        self.init()
        make(RIFF: format, sound.count)
        copy(sound)
        if sound.count & 1 == 1 { make([0]) }
        if isRepaired { steps.append("put the sizes in the head right") }
        if dropped {
            steps.append("left all chunks but the sound behind")
            lost.append("title and other notes")
        }
    }

    private mutating func make(RIFF format: [UInt8], _ sound: Int) {
        var writer = BoxWriter()
        writer.name("RIFF")
        writer.little(4 + 8 + format.count + format.count & 1 + 8 + sound + sound & 1, 4)
        writer.name("WAVE")
        writer.name("fmt ")
        writer.little(format.count, 4)
        writer.append(format)
        writer.zeros(format.count & 1)
        writer.name("data")
        writer.little(sound, 4)
        make(writer.bytes)
    }

    /// The format as it stands; that of plain samples has no more than 40 bytes.
    private static func format(_ body: ByteWindow) throws(Fault) -> [UInt8] {
        guard body.count >= 16 else { throw .corrupt("The format of the sound is too short") }
        let isExtensible = try body.little(2, at: 0) == 0xFFFE
        return try body.copy(at: 0, count: isExtensible ? 40 : 16)
    }

    /// An AIFF or AIFF-C with its format and its samples, and no other chunk.
    init(aiff file: ByteWindow) throws(Fault) {
        self.init()
        var walk = ChunkWalk(file, at: 12, isBigEndian: true)
        var kept: [(head: [UInt8], body: Range<Int>)] = []
        while let chunk = try walk.next() {
            guard ["FVER", "COMM", "SSND"].contains(chunk.name) else {
                if lost.isEmpty { lost = ["title and other notes"] }
                continue
            }
            if chunk.isCut { throw .truncated }
            var head = BoxWriter()
            head.name(chunk.name)
            head.big(chunk.body.count)
            kept.append((head.bytes, chunk.body.start..<(chunk.body.start + chunk.body.count)))
        }
        var head = BoxWriter()
        head.name("FORM")
        head.big(4 + kept.reduce(0) { $0 + 8 + $1.body.count + $1.body.count & 1 })
        make(head.bytes + (try file.copy(at: 8, count: 4)))
        for chunk in kept {
            make(chunk.head)
            copy(chunk.body)
            if chunk.body.count & 1 == 1 { make([0]) }
        }
        steps = ["left all chunks but the sound behind"]
    }
}
