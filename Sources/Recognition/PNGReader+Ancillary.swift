internal import AttachmentModel
internal import ForeignBytes

/// Chunks that a PNG can be shown without.
extension PNGReader {
    /// Lengths of the chunks that only say how pixels look; a longer one hides something.
    private static let mostBytes: [FourCC: Int] = [
        "tRNS": 256, "gAMA": 4, "cHRM": 32, "sRGB": 1, "cICP": 4, "sBIT": 4, "bKGD": 6, "pHYs": 9, "CgBI": 4,
        "iDOT": 28, "acTL": 8,
    ]
    private static let fewestBytes: [FourCC: Int] = ["gAMA": 4, "cHRM": 32, "cICP": 4]
    /// The code points of sRGB: its primaries, its curve, no matrix, full range.
    private static let plainCodePoints = 0x010D_0001

    mutating func readOther(_ name: FourCC, _ body: ByteWindow) throws(Fault) {
        switch name {
        case "tRNS": facts.alpha = true
        case "iCCP":
            facts.traits.insert(.colourProfile)
            hints.areOverruled = true
        case "sRGB": hints.areOverruled = true
        case "CgBI": facts.traits.insert(.cgbi)
        case _ where body.count < Self.fewestBytes[name] ?? 0: facts.carry(.application)  // Decoders skip it.
        case "gAMA":
            hints.gamma = try body.big(4, at: 0)
            if !hints.hasPlainGamma { noteColours() }
        case "cHRM":
            hints.primaries = try PNGColourHints.primaries(body)
            if hints.primaries != 1 { noteColours() }
        case "cICP": try readCodePoints(body)
        case "tEXt", "zTXt", "iTXt": facts.carry(body.reads("XML:com.adobe.xmp") ? .xmp : .text)
        case "tIME": facts.carry(.time)
        case "eXIf": readExif(body)
        case _ where name.number & 0x2000_0000 == 0: throw .corrupt  // Critical, and unknown to every decoder.
        case _ where Self.mostBytes[name] == nil: facts.carry(.application)
        default: break
        }
        if let most = Self.mostBytes[name], body.count > most { facts.carry(.excess) }
    }

    private mutating func readCodePoints(_ body: ByteWindow) throws(Fault) {
        let colours = ColourCoding(
            primaries: try body.byte(at: 0), transfer: try body.byte(at: 1), matrix: try body.byte(at: 2),
            isFullRange: try body.byte(at: 3) != 0)
        coding.colours = colours
        facts.noteColours(colours)
        // Nearly plain ones are dropped as well: viewers differ in what they make of them.
        if try body.big(4, at: 0) != Self.plainCodePoints { noteColours() }
    }

    /// Such colours are converted and their description is dropped, as with a profile.
    private mutating func noteColours() {
        facts.carried.insert(.colours)
        facts.traits.insert(.colourProfile)
    }

    private mutating func readExif(_ body: ByteWindow) {
        facts.carry(.exif)
        guard let size, let orientation = TIFFDirectory.orientation(in: body) else { return }
        facts.show(width: size.width, height: size.height, orientation: orientation)
    }
}

extension PictureCoding {
    /// Adds the pixels of one more frame; the sum stops at the largest number there is.
    mutating func addFrame(width: Int, height: Int) {
        let (pixels, isTooMany) = width.multipliedReportingOverflow(by: height)
        let (sum, isTooMuch) = (totalPixels ?? 0).addingReportingOverflow(isTooMany ? .max : pixels)
        totalPixels = isTooMuch ? .max : sum
    }
}
