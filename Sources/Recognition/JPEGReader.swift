internal import AttachmentModel

/// Walks a JPEG from marker to marker until its end of image.
///
/// Codecs are named only where they differ from the Huffman-coded JPEG that every decoder reads.
struct JPEGReader: StructureReader {
    var facts: MediaFacts
    private var cursor: ByteCursor
    private var components: Int?
    private var orientation: Int?
    private var scans = 0
    /// Components that scans have data of, one in several scans counted as often.
    private var coded = 0
    private var segments = 0
    private var beginsWithJFIF = false

    init(_ file: ByteWindow, kind: MediaKind) {
        facts = MediaFacts(kind: kind, bytes: file.count)
        cursor = ByteCursor(file)
    }

    mutating func read() throws(Fault) {
        try cursor.skip(2)
        defer { if !beginsWithJFIF { facts.warn(.jpegWithoutJFIF) } }
        while true {
            let marker = try nextMarker()
            switch marker {
            case 0xD9:
                guard scans > 0 else { throw .noPicture }
                // An end behind the first colours only is not the encoder's.
                guard coded >= components ?? 0 else { throw .truncated }
                if !cursor.isAtEnd { facts.noteTrailingBytes() }
                return
            case 0x01, 0xD0...0xD8:
                break  // These stand alone.
            default:
                let length = try cursor.big(2)
                guard length >= 2 else { throw .corrupt }
                try read(marker, try cursor.take(length - 2))
                segments += 1
            }
        }
    }

    /// The next marker; what lies before it is skipped, as decoders do.
    ///
    /// In the coded data of a scan FF 00 is a plain FF, and restart markers belong to the scan.
    private mutating func nextMarker() throws(Fault) -> Int {
        while true {
            try cursor.advance(to: 0xFF)
            var code = 0xFF
            while code == 0xFF { code = try cursor.byte() }
            let belongsToScan = code == 0 || scans > 0 && (0xD0...0xD7).contains(code)
            if !belongsToScan { return code }
        }
    }

    private mutating func read(_ marker: Int, _ segment: ByteWindow) throws(Fault) {
        switch marker {
        case 0xC4, 0xC8, 0xCC: break
        case 0xC0...0xCF: try readFrame(marker, segment)
        case 0xDA: try readScan(segment)
        case 0xE0: readJFIF(segment)
        case 0xE1: readExif(segment)
        case 0xE2 where segment.reads("ICC_PROFILE\0"): facts.traits.insert(.colourProfile)
        case 0xEE where segment.reads("Adobe"): break
        case 0xE2...0xEF, 0xFE: facts.traits.insert(.metadata)
        default: break
        }
    }

    private mutating func readFrame(_ marker: Int, _ segment: ByteWindow) throws(Fault) {
        guard components == nil else { throw .corrupt }
        var frame = ByteCursor(segment)
        let precision = try frame.byte()
        let (height, width) = (try frame.big(2), try frame.big(2))
        let components = try frame.byte()
        guard width > 0, height > 0, (1...4).contains(components), frame.remaining >= 3 * components else {
            throw .corrupt
        }
        self.components = components
        facts.frames = 1
        facts.show(width: width, height: height, orientation: orientation ?? 1)
        if precision > 8 { facts.traits.insert(.deep) }
        if components == 1 { facts.traits.insert(.grey) }
        if components == 4 { facts.traits.insert(.cmyk) }
        // The low two bits: 0 baseline, 1 extended, 2 progressive, 3 lossless; then hierarchical, then arithmetic coding.
        if marker & 3 == 2 { facts.traits.insert(.progressive) }
        if marker & 3 == 3 { facts.codecs.append("jpeg-lossless") }
        if marker & 4 != 0 { facts.codecs.append("jpeg-hierarchical") }
        if marker & 8 != 0 { facts.codecs.append("jpeg-arithmetic") }
    }

    private mutating func readScan(_ segment: ByteWindow) throws(Fault) {
        guard let components else { throw .corrupt }
        let inScan = try segment.byte(at: 0)
        guard (1...4).contains(inScan), inScan <= components, segment.count >= 1 + 2 * inScan else { throw .corrupt }
        scans += 1
        coded += inScan
        if scans > 1 && !facts.traits.contains(.progressive) { facts.traits.insert(.multiScan) }
    }

    private mutating func readJFIF(_ segment: ByteWindow) {
        guard segment.reads("JFIF\0") else {
            facts.traits.insert(.metadata)
            return
        }
        if segments == 0 { beginsWithJFIF = true }
        if segment.count > 14 { facts.traits.insert(.metadata) }  // A thumbnail.
    }

    private mutating func readExif(_ segment: ByteWindow) {
        facts.traits.insert(.metadata)
        guard orientation == nil, segment.reads("Exif\0"),
            let found = TIFFDirectory.orientation(in: segment.clipped(at: 6))
        else { return }
        orientation = found
        // An Exif segment behind the frame header turns the picture all the same.
        if let width = facts.width, let height = facts.height {
            facts.show(width: width, height: height, orientation: found)
        }
    }
}
