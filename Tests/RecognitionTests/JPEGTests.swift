internal import AttachmentModel
internal import Testing

struct JPEGTests {
    static let rows = [
        FactRow("a plain one", .jpeg, JPEG.file()),
        FactRow("progressive", .jpeg, JPEG.file(frame: JPEG.frame(0xC2), scans: JPEG.scan() + JPEG.scan(components: 1)))
        {
            $0.traits = [.progressive]
        },
        FactRow(
            "one scan for each component", .jpeg, JPEG.file(scans: (0..<3).flatMap { _ in JPEG.scan(components: 1) })
        ) {
            $0.traits = [.multiScan]
        },
        FactRow(
            "an end where a component has no scan yet", .jpeg,
            JPEG.file(scans: (0..<2).flatMap { _ in JPEG.scan(components: 1) })
        ) {
            $0.traits = [.multiScan]
            $0.wholeness = .truncated
        },
        FactRow("grey", .jpeg, JPEG.file(frame: JPEG.frame(components: 1), scans: JPEG.scan(components: 1))) {
            $0.traits = [.grey]
        },
        FactRow(
            "CMYK with Adobe's segment", .jpeg,
            JPEG.file(
                JPEG.jfif + JPEG.segment(0xEE, text("Adobe") + zeros(7)), frame: JPEG.frame(components: 4),
                scans: JPEG.scan(components: 4))
        ) {
            $0.traits = [.cmyk]
        },
        FactRow("12 bits", .jpeg, JPEG.file(frame: JPEG.frame(0xC1, precision: 12))) { $0.traits = [.deep] },
        FactRow("arithmetic coding", .jpeg, JPEG.file(frame: JPEG.frame(0xC9))) { $0.codecs = ["jpeg-arithmetic"] },
        FactRow("lossless", .jpeg, JPEG.file(frame: JPEG.frame(0xC3))) { $0.codecs = ["jpeg-lossless"] },
        FactRow(
            "JPEG-LS, in whose data an FF is not followed by 00", .jpeg,
            JPEG.file(frame: JPEG.frame(0xF7), scans: JPEG.scan() + [0xFF, 0x7F, 1])
        ) {
            $0.codecs = ["jpeg-ls"]
        },
        FactRow("Exif without JFIF", .jpeg, JPEG.file(JPEG.exif(orientation: 1))) {
            $0.traits = [.metadata]
            $0.warnings = [.jpegWithoutJFIF]
        },
        FactRow("JFIF that does not come first", .jpeg, JPEG.file(JPEG.segment(0xFE, text("hi")) + JPEG.jfif)) {
            $0.traits = [.metadata]
            $0.warnings = [.jpegWithoutJFIF]
        },
        FactRow("a JFIF thumbnail", .jpeg, JPEG.file(JPEG.segment(0xE0, text("JFIF\0") + zeros(12)))) {
            $0.traits = [.metadata]
        },
        FactRow("a colour profile", .jpeg, JPEG.file(JPEG.jfif + JPEG.segment(0xE2, text("ICC_PROFILE\0") + [1, 1]))) {
            $0.traits = [.colourProfile]
        },
        FactRow("a comment", .jpeg, JPEG.file(JPEG.jfif + JPEG.segment(0xFE, text("hi")))) { $0.traits = [.metadata] },
        FactRow(
            "a scan header whose last three bytes are zero, as some phones write it", .jpeg,
            JPEG.file(scans: JPEG.segment(0xDA, [3, 1, 0, 2, 0, 3, 0, 0, 0, 0]) + JPEG.data)),
        FactRow("fill bytes before a marker", .jpeg, JPEG.file(JPEG.jfif + [0xFF, 0xFF, 0xFF])),
        FactRow(
            "Exif in the middle of the segments turns it", .jpeg,
            JPEG.file(JPEG.jfif, frame: JPEG.frame() + JPEG.exif(orientation: 6))
        ) {
            ($0.width, $0.height, $0.orientation, $0.traits) = (48, 64, 6, [.metadata])
        },
        FactRow("bytes behind the end", .jpeg, JPEG.file() + text("<html>")) {
            ($0.traits, $0.warnings) = ([.trailingBytes], [.trailingBytes])
        },
        FactRow("no end of image", .jpeg, JPEG.file().dropLast(2) + []) { $0.wholeness = .truncated },
        FactRow("cut in a scan", .jpeg, JPEG.file().dropLast(6) + []) { $0.wholeness = .truncated },
        FactRow(
            "another picture in the middle of its data", .jpeg, JPEG.file().dropLast(5) + JPEG.file()
        ) { $0.wholeness = .truncated },
        FactRow("two frame headers", .jpeg, JPEG.file(frame: JPEG.frame() + JPEG.frame())) { $0.wholeness = .corrupt },
        FactRow("a segment shorter than its length", .jpeg, JPEG.file(frame: JPEG.frame() + [0xFF, 0xE3, 0, 1])) {
            $0.wholeness = .corrupt
        },
    ]

    @Test(arguments: rows)
    func `a JPEG's segments give its facts`(row: FactRow) throws {
        try row.check()
    }

    @Test(arguments: 1...8, [true, false])
    func `an Exif orientation is read in either byte order`(orientation: Int, isBigEndian: Bool) throws {
        let read = try facts(JPEG.file(JPEG.exif(orientation: orientation, isBigEndian: isBigEndian)))
        #expect(read.orientation == orientation)
        #expect((read.width == 48) == (orientation >= 5))
    }

    @Test func `an orientation may be a long number`() throws {
        #expect(try facts(JPEG.file(JPEG.exif(orientation: 6, type: 4, isBigEndian: false))).orientation == 6)
    }

    @Test(arguments: [(0, 3, 1), (9, 3, 1), (6, 9, 1), (6, 3, 2)])
    func `an orientation that is none of the eight, of another type or a list is 1`(row: (Int, Int, Int)) throws {
        let exif = JPEG.exif(orientation: row.0, type: row.1, count: row.2)
        #expect(try facts(JPEG.file(exif)).orientation == 1)
    }

    @Test func `a height that stands behind the first scan counts, and nobody decodes it`() throws {
        let lines = JPEG.segment(0xDC, big(2, 48))
        let read = try facts(JPEG.file(frame: JPEG.frame(height: 0), scans: JPEG.scan() + lines))
        #expect(read.height == 48 && read.width == 64)
        #expect(read.traits.contains(.undecodable) && read.wholeness == .complete)
    }

    @Test func `a height that never comes is a contradiction`() throws {
        #expect(try facts(JPEG.file(frame: JPEG.frame(height: 0))).wholeness == .corrupt)
    }

    @Test func `a JPEG without a scan holds no picture`() throws {
        #expect(try facts(JPEG.start + JPEG.jfif + JPEG.frame() + JPEG.end).traits.contains(.noPicture))
    }

    @Test func `a JPEG whose scan comes before its size is corrupt`() throws {
        #expect(try facts(JPEG.start + JPEG.scan() + JPEG.end).wholeness == .corrupt)
    }
}
