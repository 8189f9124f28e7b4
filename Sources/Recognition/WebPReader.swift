internal import AttachmentModel
internal import ForeignBytes

/// Reads the header and walks the chunks of a WebP, still or animated.
struct WebPReader: StructureReader {
    var facts: MediaFacts
    private let file: ByteWindow
    private var frames = 0
    private var milliseconds = 0
    private var hasPicture = false
    private var canvas: (width: Int, height: Int)?

    init(_ file: ByteWindow, kind: MediaKind) {
        facts = MediaFacts(kind: kind, bytes: file.count)
        self.file = file
    }

    mutating func read() throws(Fault) {
        let end = try file.little(4, at: 4) + 8
        let riff = file.clipped(at: 0, count: end)
        defer { noteFrames() }
        var walk = ChunkWalk(riff, at: 12)
        while let chunk = try walk.next() {
            try read(chunk)
            if chunk.isCut { throw end > file.count ? .truncated : .corrupt }
        }
        guard end <= file.count else { throw .truncated }
        guard hasPicture else { throw .noPicture }
        // One byte of padding is no news.
        if !file.isZero(from: end) || file.count > end + 1 { facts.noteTrailingBytes() }
    }

    private mutating func read(_ chunk: Chunk) throws(Fault) {
        switch chunk.name {
        case "VP8 ":
            guard try chunk.body.big(3, at: 3) == 0x9D012A else { throw .corrupt }
            try show(try chunk.body.little(2, at: 6) & 0x3FFF, try chunk.body.little(2, at: 8) & 0x3FFF)
            hasPicture = true
        case "VP8L":
            guard try chunk.body.byte(at: 0) == 0x2F else { throw .corrupt }
            let bits = try chunk.body.little(4, at: 1)
            try show(bits & 0x3FFF + 1, (bits >> 14) & 0x3FFF + 1)
            if canvas == nil || frames == 0 { facts.alpha = facts.alpha || (bits >> 28) & 1 == 1 }
            hasPicture = true
        case "VP8X":
            facts.alpha = try chunk.body.byte(at: 0) & 0x10 != 0
            try show(try chunk.body.little(3, at: 4) + 1, try chunk.body.little(3, at: 7) + 1)
        case "ANMF":
            frames += 1
            milliseconds += try chunk.body.little(3, at: 12)
            hasPicture = true
        case "ICCP": facts.traits.insert(.colourProfile)
        case "EXIF":
            facts.traits.insert(.metadata)
            let exif = chunk.body.clipped(at: chunk.body.reads("Exif\0\0") ? 6 : 0)
            if let canvas, let orientation = TIFFDirectory.orientation(in: exif) {
                facts.show(width: canvas.width, height: canvas.height, orientation: orientation)
            }
        case "XMP ": facts.traits.insert(.metadata)
        default: break
        }
    }

    /// The first size counts: that of the canvas.
    private mutating func show(_ width: Int, _ height: Int) throws(Fault) {
        guard width > 0, height > 0 else { throw .corrupt }
        guard canvas == nil else { return }
        canvas = (width, height)
        facts.show(width: width, height: height)
    }

    private mutating func noteFrames() {
        facts.frames = max(frames, 1)
        if frames > 1 { facts.duration = Double(milliseconds) / 1_000 }
    }
}
