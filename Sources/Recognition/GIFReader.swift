internal import AttachmentModel

/// Walks a GIF from block to block until its trailer.
struct GIFReader: StructureReader {
    var facts: MediaFacts
    private var cursor: ByteCursor
    private var frames = 0
    private var hundredths = 0
    private var delay = 0
    private var isTransparent = false
    /// Whether the screen is cleared after the image to come; and whether it was, after the last one.
    private var isClearing = false
    private var isCleared = false

    init(_ file: ByteWindow, kind: MediaKind) {
        facts = MediaFacts(kind: kind, bytes: file.count)
        facts.traits.insert(.indexed)
        cursor = ByteCursor(file)
    }

    mutating func read() throws(Fault) {
        try readScreen()
        defer { noteFrames() }
        while true {
            switch try cursor.byte() {
            case 0x2C: try readImage()
            case 0x21: try readExtension()
            case 0x3B:
                guard frames > 0 else { throw .noPicture }
                if !cursor.isAtEnd { facts.noteTrailingBytes() }
                return
            case 0: break  // Some encoders write one terminator too many.
            default: throw .corrupt
            }
        }
    }

    private mutating func readScreen() throws(Fault) {
        try cursor.skip(6)
        let (width, height) = (try cursor.little(2), try cursor.little(2))
        let flags = try cursor.byte()
        try cursor.skip(2)
        guard width > 0, height > 0 else { throw .corrupt }
        facts.show(width: width, height: height)
        try skipColours(flags)
    }

    private mutating func readImage() throws(Fault) {
        let (left, top) = (try cursor.little(2), try cursor.little(2))
        let (width, height) = (try cursor.little(2), try cursor.little(2))
        let flags = try cursor.byte()
        try skipColours(flags)
        guard width > 0, height > 0, (1...11).contains(try cursor.byte()) else { throw .corrupt }
        try skipBlocks()
        // What the first image leaves bare stays transparent, and so may what a later one clears; elsewhere a later
        // image is transparent only to show the one before.
        let coversScreen = left == 0 && top == 0 && width >= facts.width ?? 0 && height >= facts.height ?? 0
        if isCleared || frames == 0 && (isTransparent || !coversScreen) { facts.alpha = true }
        if flags & 0x40 != 0 { facts.traits.insert(.interlaced) }
        frames += 1
        hundredths += delay <= 1 ? 10 : delay  // As browsers show it.
        isCleared = isClearing
        (delay, isTransparent, isClearing) = (0, false, false)
    }

    private mutating func readExtension() throws(Fault) {
        switch try cursor.byte() {
        case 0xF9:
            guard try cursor.byte() == 4 else { throw .corrupt }
            let flags = try cursor.byte()
            isTransparent = flags & 1 == 1
            isClearing = (flags >> 2) & 7 == 2
            delay = try cursor.little(2)
            try cursor.skip(1)
        case 0xFF:
            let name = try cursor.take(try cursor.byte())
            if name.reads("ICCRGBG1") {
                facts.traits.insert(.colourProfile)
            } else if !name.reads("NETSCAPE") && !name.reads("ANIMEXTS") {
                facts.traits.insert(.metadata)
            }
        default: facts.traits.insert(.metadata)  // A comment, plain text, or what nobody knows.
        }
        try skipBlocks()
    }

    private mutating func skipColours(_ flags: Int) throws(Fault) {
        if flags & 0x80 != 0 { try cursor.skip(3 << (flags & 7 + 1)) }
    }

    private mutating func skipBlocks() throws(Fault) {
        while case let length = try cursor.byte(), length > 0 { try cursor.skip(length) }
    }

    private mutating func noteFrames() {
        facts.frames = frames
        if frames > 1 { facts.duration = Double(hundredths) / 100 }
    }
}
