internal import AttachmentModel

/// Reads the two headers of a Windows bitmap.
struct BMPReader: StructureReader {
    var facts: MediaFacts
    private let file: ByteWindow

    init(_ file: ByteWindow, kind: MediaKind) {
        facts = MediaFacts(kind: kind, bytes: file.count)
        self.file = file
    }

    mutating func read() throws(Fault) {
        let isOld = try file.little(4, at: 14) < 16
        let width = isOld ? try file.little(2, at: 18) : try signed(at: 18)
        // A negative height means that rows go from top to bottom.
        let height = abs(isOld ? try file.little(2, at: 20) : try signed(at: 22))
        let bits = try file.little(2, at: isOld ? 24 : 28)
        guard width > 0, height > 0, [1, 2, 4, 8, 16, 24, 32].contains(bits) else { throw .corrupt }
        facts.frames = 1
        facts.show(width: width, height: height)
        if bits <= 8 { facts.traits.insert(.indexed) }
        let compression = isOld ? 0 : try file.little(4, at: 30)
        // Both factors have 31 bits at most, so that the product fits.
        let length = (width * bits + 31) / 32 * 4
        let (pixels, isTooMuch) = length.multipliedReportingOverflow(by: height)
        let start = try file.little(4, at: 10)
        if compression == 0, isTooMuch || !file.holds(pixels, at: start) { throw .truncated }
    }

    private func signed(at offset: Int) throws(Fault) -> Int {
        Int(Int32(truncatingIfNeeded: try file.little(4, at: offset)))
    }
}
