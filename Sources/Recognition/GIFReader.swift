internal import AttachmentModel
internal import ForeignBytes

/// Walks a GIF from block to block until its trailer.
struct GIFReader: StructureReader {
    var facts: MediaFacts
    var cursor: ByteCursor
    var coding = PictureCoding()
    var frames = 0
    /// What the last control block said of the image to come.
    var control = GIFControl()
    /// How often the animation begins anew; `nil` when nothing says that it does.
    var repeats: Int?
    private var hundredths = 0
    /// The canvas as the head of the file gives it.
    private var screen = (width: 0, height: 0)
    /// Whether the screen was cleared after the last image.
    private var isCleared = false

    init(_ file: ByteWindow, kind: MediaKind) {
        facts = MediaFacts(kind: kind, bytes: file.count)
        facts.traits.insert(.indexed)
        cursor = ByteCursor(file)
    }

    mutating func read() throws(Fault) {
        try readScreen()
        defer { conclude() }
        while true {
            if cursor.isAtEnd && frames > 0 { return facts.warn(.endMissing) }
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
        // Without a screen the first image makes one.
        if width > 0, height > 0 {
            screen = (width, height)
            facts.show(width: width, height: height)
        }
        try skipColours(flags)
    }

    private mutating func readImage() throws(Fault) {
        let (place, size) = (try cursor.little(4), try cursor.little(4))
        let (left, top) = (place & 0xFFFF, place >> 16)
        let (width, height) = (size & 0xFFFF, size >> 16)
        let flags = try cursor.byte()
        try skipColours(flags)
        guard width > 0, height > 0, (1...11).contains(try cursor.byte()) else { throw .corrupt }
        try skipBlocks()
        // What the first image leaves bare stays transparent, and so may what a later one clears; elsewhere a later
        // image is transparent only to show the one before.
        let coversScreen = left == 0 && top == 0 && width >= screen.width && height >= screen.height
        if isCleared || frames == 0 && (control.isTransparent || !coversScreen) { facts.alpha = true }
        if flags & 0x40 != 0 { facts.traits.insert(.interlaced) }
        if left + width > screen.width || top + height > screen.height {
            coding.framesOutside = (coding.framesOutside ?? 0) + 1
            // Browsers, and libnsgif with them, enlarge the canvas for the first image, and for no other.
            if frames == 0 {
                facts.show(width: max(screen.width, left + width), height: max(screen.height, top + height))
            }
        }
        coding.addFrame(width: width, height: height)
        frames += 1
        hundredths += control.delay <= 1 ? 10 : control.delay  // As browsers show it.
        isCleared = control.isClearing
        control = GIFControl()
    }

    private mutating func skipColours(_ flags: Int) throws(Fault) {
        if flags & 0x80 != 0 { try cursor.skip(3 << (flags & 7 + 1)) }
    }

    mutating func skipBlocks() throws(Fault) {
        while case let length = try cursor.byte(), length > 0 { try cursor.skip(length) }
    }

    private mutating func conclude() {
        facts.frames = frames
        coding.components = 1
        coding.bits = 8
        if frames > 1 {
            facts.duration = Double(hundredths) / 100
            // Played once, and then as often again as is said; 0 is for ever.
            coding.plays = repeats.map { $0 == 0 ? 0 : $0 + 1 } ?? 1
        }
        facts.coding = coding
    }
}

/// What a graphic control extension says of the image behind it.
struct GIFControl {
    /// In hundredths of a second.
    var delay = 0
    var isTransparent = false
    /// Whether the screen is cleared after the image.
    var isClearing = false
}
