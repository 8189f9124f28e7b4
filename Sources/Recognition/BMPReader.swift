internal import AttachmentModel
internal import ForeignBytes

/// Reads the two headers of a Windows bitmap.
struct BMPReader: StructureReader {
    var facts: MediaFacts
    private let file: ByteWindow

    init(_ file: ByteWindow, kind: MediaKind) {
        facts = MediaFacts(kind: kind, bytes: file.count)
        self.file = file
    }

    mutating func read() throws(Fault) {
        let headerSize = try file.little(4, at: 14)
        let isOld = headerSize < 16
        let width = isOld ? try file.little(2, at: 18) : try signed(at: 18)
        // A negative height means that rows go from top to bottom.
        let height = abs(isOld ? try file.little(2, at: 20) : try signed(at: 22))
        let bits = try file.little(2, at: isOld ? 24 : 28)
        // OS/2 may leave out all that follows the depth.
        let compression = headerSize <= 16 ? 0 : try file.little(4, at: 30)
        // A picture of another format inside has its own depth; OS/2, with its longer header, means something else.
        let isWindows = headerSize != 64
        let isEnclosed = isWindows && [4, 5].contains(compression)
        let isMasked = isWindows && [3, 6].contains(compression)
        guard width > 0, height > 0, isEnclosed || [1, 2, 4, 8, 16, 24, 32].contains(bits) else { throw .corrupt }
        if isEnclosed { facts.codecs = [compression == 4 ? "mjpeg" : "png"] }
        var coding = PictureCoding()
        coding.process = isMasked || compression == 0 ? "raw" : [1, 2].contains(compression) ? "rle" : nil
        coding.bits = bits >= 24 ? 8 : bits
        facts.coding = coding
        // From the fourth version on, the header has a mask for transparency.
        if isMasked, headerSize >= 56 || compression == 6, try file.little(4, at: 66) != 0 { facts.alpha = true }
        facts.frames = 1
        facts.show(width: width, height: height)
        if bits <= 8 && !isEnclosed { facts.traits.insert(.indexed) }
        // Both factors have 31 bits at most, so that the product fits.
        let length = (width * bits + 31) / 32 * 4
        let (pixels, isTooMuch) = length.multipliedReportingOverflow(by: height)
        let start = try file.little(4, at: 10)
        if isMasked || compression == 0, isTooMuch || !file.holds(pixels, at: start) { throw .truncated }
    }

    private func signed(at offset: Int) throws(Fault) -> Int {
        Int(Int32(truncatingIfNeeded: try file.little(4, at: offset)))
    }
}
