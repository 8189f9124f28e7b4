internal import AttachmentModel
internal import ForeignBytes

/// Walks a JPEG from marker to marker until its end of image.
///
/// Codecs are named only where they differ from the Huffman-coded JPEG that every decoder reads.
struct JPEGReader: StructureReader {
    var facts: MediaFacts
    var cursor: ByteCursor
    var coding = PictureCoding()
    var orientation: Int?
    /// Components that scans have data of, one in several scans counted as often.
    private var coded = 0
    private var segments = 0
    /// Whether coded data are being passed, in which bytes mean nothing to us.
    private var isInScan = false
    private var restartInterval = 0
    /// The frame header of JPEG-LS, in whose coded data an FF is followed by a byte below 80 (ISO/IEC 14495-1).
    private static let losslessFrame = 0xF7
    private var isJPEGLS = false
    /// The width of a frame whose header leaves its height open.
    private var widthWithoutHeight: Int?

    init(_ file: ByteWindow, kind: MediaKind) {
        facts = MediaFacts(kind: kind, bytes: file.count)
        cursor = ByteCursor(file)
    }

    mutating func read() throws(Fault) {
        defer { conclude() }
        try cursor.skip(2)
        while true {
            let marker = try nextMarker()
            switch marker {
            case 0xD9:
                guard coding.scans != nil else { throw .noPicture }
                guard widthWithoutHeight == nil else { throw .corrupt }
                // An end behind the first colours only is not the encoder's.
                guard coded >= coding.components ?? 0 else { throw .truncated }
                if !cursor.isAtEnd { noteTail(cursor.window.clipped(at: cursor.position)) }
                return
            // Another picture begins where this one's data should go on: what decoding finds of its rows is all there is.
            case 0xD8 where isInScan: throw .truncated
            case 0x01, 0xD0...0xD8: carry(.betweenSegments)  // These stand alone, and have no meaning here.
            default:
                let length = try cursor.big(2)
                guard length >= 2 else { throw .corrupt }
                try read(marker, try cursor.take(length - 2))
                segments += 1
                isInScan = marker == 0xDA
            }
        }
    }

    /// The next marker; what lies before it is skipped, as decoders do.
    ///
    /// In the coded data of a scan FF 00 is a plain FF, and restart markers belong to the scan.
    private mutating func nextMarker() throws(Fault) -> Int {
        while true {
            let start = cursor.position
            try cursor.advance(to: 0xFF)
            if !isInScan && cursor.position > start { carry(.betweenSegments) }
            var code = 0xFF
            while code == 0xFF { code = try cursor.byte() }
            guard isInScan else {
                guard code == 0 else { return code }
                carry(.betweenSegments)
                continue
            }
            if (0xD0...0xD7).contains(code) {
                // Decoders take it for the end of the data when no restarts are announced, and skip what follows.
                if restartInterval == 0 { carry(.betweenSegments) }
            } else if code != 0 && !(isJPEGLS && code < 0x80) {
                return code
            }
        }
    }

    private mutating func read(_ marker: Int, _ segment: ByteWindow) throws(Fault) {
        switch marker {
        case 0xC4: try checkTables(segment, headLength: 17) { table throws(Fault) in try Self.codes(in: table) }
        case 0xDB:
            try checkTables(segment, headLength: 1) { table throws(Fault) in try table.byte(at: 0) < 16 ? 64 : 128 }
        case 0xCC: break  // Conditioning of arithmetic coding: two bytes each.
        case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF, Self.losslessFrame: try readFrame(marker, segment)
        case 0xDA: try readScan(segment)
        case 0xDD:
            restartInterval = try segment.big(2, at: 0)
            if segment.count > 2 { carry(.excess) }
        case 0xDC:
            try readLines(segment)
            if segment.count > 2 { carry(.excess) }
        default: readOther(marker, segment)
        }
    }

    private mutating func readFrame(_ marker: Int, _ segment: ByteWindow) throws(Fault) {
        guard coding.components == nil else { throw .corrupt }
        var frame = ByteCursor(segment)
        let precision = try frame.byte()
        let (height, width) = (try frame.big(2), try frame.big(2))
        let components = try frame.byte()
        guard width > 0, (1...4).contains(components), frame.remaining >= 3 * components else {
            throw .corrupt
        }
        if frame.remaining > 3 * components { carry(.excess) }
        coding.components = components
        coding.bits = precision
        facts.frames = 1
        if height > 0 {
            facts.show(width: width, height: height, orientation: orientation ?? 1)
        } else {
            widthWithoutHeight = width
        }
        if precision > 8 { facts.traits.insert(.deep) }
        if components == 1 { facts.traits.insert(.grey) }
        if components == 4 { facts.traits.insert(.cmyk) }
        if marker == Self.losslessFrame {
            isJPEGLS = true
            coding.process = "lossless"
            facts.codecs.append("jpeg-ls")
            return
        }
        // The low two bits are the process; then come hierarchical, then arithmetic coding.
        coding.process = ["baseline", "extended", "progressive", "lossless"][marker & 3]
        if marker & 3 == 2 { facts.traits.insert(.progressive) }
        if marker & 3 == 3 { facts.codecs.append("jpeg-lossless") }
        if marker & 4 != 0 { facts.codecs.append("jpeg-hierarchical") }
        if marker & 8 != 0 { facts.codecs.append("jpeg-arithmetic") }
    }

    /// The height, which a frame header may leave to this segment behind the first scan (ITU-T T.81, B.2.5).
    ///
    /// libjpeg, and with it nearly everybody, reads no such picture.
    private mutating func readLines(_ segment: ByteWindow) throws(Fault) {
        let height = try segment.big(2, at: 0)
        guard let width = widthWithoutHeight, height > 0 else { return }
        facts.show(width: width, height: height, orientation: orientation ?? 1)
        facts.traits.insert(.undecodable)
        widthWithoutHeight = nil
    }

    private mutating func readScan(_ segment: ByteWindow) throws(Fault) {
        guard let components = coding.components else { throw .corrupt }
        let inScan = try segment.byte(at: 0)
        guard (1...4).contains(inScan), inScan <= components, segment.count >= 1 + 2 * inScan else { throw .corrupt }
        if segment.count > 4 + 2 * inScan { carry(.excess) }
        coded += inScan
        let scans = (coding.scans ?? 0) + 1
        coding.scans = scans
        if scans > 1 && !facts.traits.contains(.progressive) { facts.traits.insert(.multiScan) }
    }

    /// Notes bytes in a segment of tables that belong to none of them.
    private mutating func checkTables(
        _ segment: ByteWindow, headLength: Int, _ bodyLength: (ByteWindow) throws(Fault) -> Int
    ) throws(Fault) {
        var tables = ByteCursor(segment)
        while !tables.isAtEnd {
            let rest = segment.clipped(at: tables.position)
            guard rest.count >= headLength, case let length = headLength + (try bodyLength(rest)), length <= rest.count
            else { return carry(.excess) }
            try tables.skip(length)
        }
    }

    /// How many codes a Huffman table has, by the sixteen counts behind its number.
    private static func codes(in table: ByteWindow) throws(Fault) -> Int {
        var codes = 0
        for length in 1...16 { codes += try table.byte(at: length) }
        return codes
    }

    /// Notes what must not be published.
    mutating func carry(_ data: CarriedData) {
        facts.carry(data)
    }

    /// Notes what the file begins with; only now is it known whether anything does.
    private mutating func conclude() {
        if coding.components != nil { facts.coding = coding }
        if coding.head != .jfif { facts.warn(.jpegWithoutJFIF) }
    }

    /// Whether no segment was read before this one.
    var isFirstSegment: Bool { segments == 0 }
}
