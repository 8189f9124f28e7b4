internal import AttachmentModel
internal import ForeignBytes

/// Reads the first directory of a TIFF.
struct TIFFReader: StructureReader {
    var facts: MediaFacts
    private let file: ByteWindow

    init(_ file: ByteWindow, kind: MediaKind) {
        facts = MediaFacts(kind: kind, bytes: file.count)
        self.file = file
    }

    mutating func read() throws(Fault) {
        let directory = try TIFFDirectory(file)
        var (width, height) = (0, 0)
        var (lastOffset, lastLength) = (0, 0)
        try directory.forEach { entry throws(Fault) in
            guard entry.count > 0 else { return }
            switch entry.tag {
            case 256: width = try directory.number(0, of: entry)
            case 257: height = try directory.number(0, of: entry)
            case 258: if try directory.number(0, of: entry) > 8 { facts.traits.insert(.deep) }
            case 262: readColours(try directory.number(0, of: entry))
            case 273, 324: lastOffset = try directory.number(entry.count - 1, of: entry)
            case 279, 325: lastLength = try directory.number(entry.count - 1, of: entry)
            case 338: if (1...2).contains(try directory.number(0, of: entry)) { facts.alpha = true }
            case 34_675: facts.traits.insert(.colourProfile)
            case 270, 305, 306, 315, 700, 33_432, 33_723, 34_665, 34_853: facts.traits.insert(.metadata)
            default: break
            }
        }
        guard width > 0, height > 0 else { throw .noPicture }
        facts.frames = 1
        facts.show(width: width, height: height, orientation: TIFFDirectory.orientation(in: file) ?? 1)
        guard file.holds(lastLength, at: lastOffset) else { throw .truncated }
    }

    private mutating func readColours(_ photometric: Int) {
        switch photometric {
        case 0, 1: facts.traits.insert(.grey)
        case 3: facts.traits.insert(.indexed)
        case 5: facts.traits.insert(.cmyk)
        default: break
        }
    }
}
