internal import AttachmentModel
internal import ForeignBytes

/// Walks a PNG from chunk to chunk until IEND; the checksums of critical chunks have to be right.
///
/// What hides in these chunks behind the compressed pixels is found where the picture is decoded.
struct PNGReader: StructureReader {
    var facts: MediaFacts
    var size: (width: Int, height: Int)?
    var coding = PictureCoding()
    /// What chunks say of colours that others overrule.
    var hints = PNGColourHints()
    private var cursor: ByteCursor
    private var hasPalette = false
    private var hasData = false
    private var plays: Int?
    private var frames = 0
    private var duration = 0.0

    init(_ file: ByteWindow, kind: MediaKind) {
        facts = MediaFacts(kind: kind, bytes: file.count)
        cursor = ByteCursor(file)
    }

    mutating func read() throws(Fault) {
        try cursor.skip(8)
        defer { conclude() }
        while try readChunk() != "IEND" {}
        guard hasData else { throw .noPicture }
        if !cursor.isAtEnd { facts.noteTrailingBytes() }
    }

    private mutating func readChunk() throws(Fault) -> FourCC {
        let start = cursor.position
        let length = try cursor.big(4)
        let name = try cursor.code()
        guard length <= Int(Int32.max), name.isName else { throw .corrupt }
        guard size != nil || name == "IHDR" || name == "CgBI" else { throw .corrupt }
        let body = try cursor.take(length)
        let checksum = try cursor.big(4)
        let isCritical = name.number & 0x2000_0000 == 0
        if isCritical {
            let covered = try cursor.window.part(at: start + 4, count: length + 4)
            guard CRC32.checksum(of: covered) == checksum else { throw .corrupt }
        }
        try read(name, body)
        return name
    }

    private mutating func read(_ name: FourCC, _ body: ByteWindow) throws(Fault) {
        switch name {
        case "IHDR": try readHeader(body)
        case "PLTE": hasPalette = true
        case "IDAT":
            guard hasPalette || !facts.traits.contains(.indexed) else { throw .corrupt }
            hasData = true
        case "IEND": if body.count > 0 { facts.carry(.endPayload) }
        case "acTL": if !hasData, try body.big(4, at: 0) > 0 { plays = try body.big(4, at: 4) }
        case "fcTL": try readFrame(body)
        case "fdAT": break
        default: try readOther(name, body)
        }
    }

    private mutating func readHeader(_ body: ByteWindow) throws(Fault) {
        guard size == nil, body.count == 13 else { throw .corrupt }
        let (width, height) = (try body.big(4, at: 0), try body.big(4, at: 4))
        let (depth, colour) = (try body.byte(at: 8), try body.byte(at: 9))
        let interlacing = try body.byte(at: 12)
        guard (1...Int(Int32.max)).contains(width), (1...Int(Int32.max)).contains(height), interlacing <= 1,
            try body.big(2, at: 10) == 0, Self.depths(of: colour).contains(depth)
        else { throw .corrupt }
        size = (width, height)
        coding.bits = depth
        coding.components = [1, 1, 3, 1, 2, 1, 4][colour]
        facts.frames = 1
        facts.show(width: width, height: height)
        facts.alpha = colour & 4 != 0
        if colour & 2 == 0 { facts.traits.insert(.grey) }
        if colour == 3 { facts.traits.insert(.indexed) }
        if depth == 16 { facts.traits.insert(.deep) }
        if interlacing == 1 { facts.traits.insert(.interlaced) }
    }

    private static func depths(of colour: Int) -> [Int] {
        switch colour {
        case 0: [1, 2, 4, 8, 16]
        case 3: [1, 2, 4, 8]
        case 2, 4, 6: [8, 16]
        default: []
        }
    }

    private mutating func readFrame(_ body: ByteWindow) throws(Fault) {
        guard body.count == 26, let size else { throw .corrupt }
        let (width, height) = (try body.big(4, at: 4), try body.big(4, at: 8))
        let (left, top) = (try body.big(4, at: 12), try body.big(4, at: 16))
        let (numerator, denominator) = (try body.big(2, at: 20), try body.big(2, at: 22))
        frames += 1
        duration += numerator == 0 ? 0.1 : Double(numerator) / Double(denominator == 0 ? 100 : denominator)
        if left + width > size.width || top + height > size.height {
            coding.framesOutside = (coding.framesOutside ?? 0) + 1
        }
        coding.addFrame(width: width, height: height)
    }

    private mutating func conclude() {
        coding.colours = coding.colours ?? hints.colours
        if plays != nil, frames > 1 {
            coding.plays = plays
            facts.frames = frames
            facts.duration = duration
            facts.warn(.animatedPNG)
        } else {
            (coding.totalPixels, coding.framesOutside) = (nil, nil)
        }
        if size != nil { facts.coding = coding }
    }
}
