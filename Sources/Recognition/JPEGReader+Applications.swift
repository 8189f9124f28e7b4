internal import AttachmentModel
internal import ForeignBytes

/// Segments that say something about a JPEG, and that decoders do without.
extension JPEGReader {
    mutating func readOther(_ marker: Int, _ segment: ByteWindow) {
        if isFirstSegment { coding.head = Self.head(marker, segment) }
        switch marker {
        case 0xE0: readJFIF(segment)
        case 0xE1: readExif(segment)
        case 0xE2: readProfile(segment)
        case 0xED: carry(.iptc)
        case 0xEE where segment.reads("Adobe"): readAdobe(segment)
        case 0xFE: carry(.comment)
        default: carry(.application)
        }
    }

    private static func head(_ marker: Int, _ segment: ByteWindow) -> PictureCoding.Head {
        if marker == 0xE0 && segment.reads("JFIF\0") { return .jfif }
        return marker == 0xE1 && segment.reads("Exif\0") ? .exif : .other
    }

    private mutating func readJFIF(_ segment: ByteWindow) {
        if !segment.reads("JFIF\0") {
            carry(segment.reads("JFXX\0") ? .thumbnail : .application)
        } else if segment.count > 14 {
            carry(.thumbnail)
        }
    }

    private mutating func readExif(_ segment: ByteWindow) {
        if segment.reads("http://ns.adobe.com/x") {
            carry(.xmp)
            if segment.holdsText("MotionPhoto=") || segment.holdsText("MicroVideo=") { carry(.motionPhoto) }
            if segment.holdsText("hdrgm:") || segment.holdsText("HDRGainMap") { carry(.gainMap) }
            return
        }
        guard segment.reads("Exif\0") else { return carry(.application) }
        carry(.exif)
        guard orientation == nil, let found = TIFFDirectory.orientation(in: segment.clipped(at: 6)) else { return }
        orientation = found
        // An Exif segment behind the frame header turns the picture all the same.
        if let width = facts.width, let height = facts.height {
            facts.show(width: width, height: height, orientation: found)
        }
    }

    private mutating func readProfile(_ segment: ByteWindow) {
        if segment.reads("ICC_PROFILE\0") {
            facts.traits.insert(.colourProfile)
        } else if segment.reads("MPF\0") {
            carry(.furtherPictures)
        } else {
            // The number of the standard for gain maps.
            carry(segment.reads("urn:iso:std:iso:ts:21496:-1") ? .gainMap : .application)
        }
    }

    /// A version, two words of flags and the transform: twelve bytes with the name.
    private mutating func readAdobe(_ segment: ByteWindow) {
        coding.adobeTransform = try? segment.byte(at: 11)
        if segment.count > 12 { carry(.adobePayload) }
    }

    /// Names what lies behind the end of the picture, as far as its first bytes tell.
    mutating func noteTail(_ tail: ByteWindow) {
        facts.noteTrailingBytes()
        if tail.signature == .jpeg { facts.carried.insert(.furtherPictures) }
        if tail.reads("ftyp", at: 4) || tail.holdsText("MotionPhoto_Data") { facts.carried.insert(.motionPhoto) }
    }
}
