internal import AttachmentModel
internal import ForeignBytes

/// Blocks of a GIF that are no images.
extension GIFReader {
    mutating func readExtension() throws(Fault) {
        switch try cursor.byte() {
        case 0xF9: return try readControl()
        case 0xFF: return try readApplication()
        case 0xFE: facts.carry(.comment)
        case 0x01: facts.carry(.text)
        default: facts.carry(.application)
        }
        try skipBlocks()
    }

    private mutating func readControl() throws(Fault) {
        // The length, flags, a delay of two bytes, and the colour that is transparent.
        let block = try cursor.little(5)
        guard block & 0xFF == 4 else { throw .corrupt }
        control.isTransparent = (block >> 8) & 1 == 1
        control.isClearing = (block >> 10) & 7 == 2
        control.delay = (block >> 16) & 0xFFFF
        let end = cursor.position
        try skipBlocks()
        if cursor.position > end + 1 { facts.carry(.excess) }
    }

    private mutating func readApplication() throws(Fault) {
        let length = try cursor.byte()
        // Without a name nothing follows: that was the end of its blocks.
        guard length > 0 else { return facts.carry(.application) }
        let name = try cursor.take(length)
        let start = cursor.position
        try skipBlocks()
        let body = cursor.window.clipped(at: start, count: cursor.position - start)
        if name.reads("NETSCAPE") || name.reads("ANIMEXTS") {
            // One block of three bytes, the first of them a 1, then the count; Netscape's other one has a 2 and five.
            if try body.byte(at: 1) & 7 == 1, body.count >= 4 { repeats = try body.little(2, at: 2) }
            let length = try body.byte(at: 0)
            if length > 5 || body.count != length + 2 || name.count > 11 { facts.carry(.excess) }
        } else if name.reads("ICCRGBG1") {
            facts.traits.insert(.colourProfile)
        } else {
            facts.carry(name.reads("XMP Data") ? .xmp : .application)
        }
    }
}
