internal import AttachmentModel
internal import Testing

struct PNGTests {
    static let frames =
        PNG.control(frame: 0, numerator: 1, denominator: 4) + PNG.data
        + PNG.control(frame: 1, numerator: 50, denominator: 0)
        + PNG.chunk("fdAT", zeros(8))

    static let rows = [
        FactRow("a plain one", .png, PNG.file()),
        FactRow("with alpha", .png, PNG.file(PNG.header(colour: 6))) { $0.alpha = true },
        FactRow("grey with alpha, 16 bits", .png, PNG.file(PNG.header(depth: 16, colour: 4))) {
            ($0.alpha, $0.traits) = (true, [.grey, .deep])
        },
        FactRow("a palette", .png, PNG.file(PNG.header(colour: 3), PNG.chunk("PLTE", zeros(3)))) {
            $0.traits = [.indexed]
        },
        FactRow(
            "a palette with a clear colour", .png,
            PNG.file(PNG.header(colour: 3), PNG.chunk("PLTE", zeros(3)) + PNG.chunk("tRNS", [0]))
        ) {
            ($0.alpha, $0.traits) = (true, [.indexed])
        },
        FactRow("no palette where one is due", .png, PNG.file(PNG.header(colour: 3))) {
            ($0.wholeness, $0.traits) = (.corrupt, [.indexed])
        },
        FactRow("interlaced", .png, PNG.file(PNG.header(interlacing: 1))) { $0.traits = [.interlaced] },
        FactRow("a colour profile", .png, PNG.file(PNG.header(), PNG.chunk("iCCP", [0]))) {
            $0.traits = [.colourProfile]
        },
        FactRow("text", .png, PNG.file(PNG.header(), PNG.chunk("tEXt", text("a\0b")))) { $0.traits = [.metadata] },
        FactRow("a chunk that nobody knows", .png, PNG.file(PNG.header(), PNG.chunk("prVt", []))) {
            $0.traits = [.metadata]
        },
        FactRow("Exif turns it", .png, PNG.file(PNG.header(), PNG.chunk("eXIf", JPEG.tiff(orientation: 8)))) {
            ($0.width, $0.height, $0.orientation, $0.traits) = (48, 64, 8, [.metadata])
        },
        FactRow("Apple's own form", .png, PNG.file(PNG.chunk("CgBI", zeros(4)) + PNG.header())) { $0.traits = [.cgbi] },
        FactRow("animated", .png, PNG.file(PNG.header(), PNG.chunk("acTL", big(4, 2) + zeros(4)), data: frames)) {
            ($0.frames, $0.duration, $0.warnings) = (2, 0.75, [.animatedPNG])
        },
        FactRow("animated in name only", .png, PNG.file(PNG.header(), PNG.chunk("acTL", big(4, 1) + zeros(4)))),
        FactRow("a script behind the end", .png, PNG.file() + text("<script>")) {
            ($0.traits, $0.warnings) = ([.trailingBytes], [.trailingBytes])
        },
        FactRow("cut before the end", .png, PNG.file().dropLast(12) + []) { $0.wholeness = .truncated },
        FactRow("cut in the data", .png, PNG.file().dropLast(18) + []) { $0.wholeness = .truncated },
        FactRow("a wrong checksum of the data", .png, PNG.file(data: PNG.data.dropLast() + [0])) {
            $0.wholeness = .corrupt
        },
        FactRow(
            "a wrong checksum of a text", .png, PNG.file(PNG.header(), PNG.chunk("tEXt", text("a\0b")).dropLast() + [0])
        ) {
            $0.traits = [.metadata]
        },
        FactRow("two headers", .png, PNG.file(PNG.header() + PNG.header())) { $0.wholeness = .corrupt },
        FactRow("a bomb's size is a fact", .png, PNG.file(PNG.header(width: 50_000))) { $0.width = 50_000 },
    ]

    @Test(arguments: rows)
    func `a PNG's chunks give its facts`(row: FactRow) throws {
        try row.check()
    }

    @Test(arguments: [
        PNG.header(width: 0), PNG.header(depth: 3), PNG.header(colour: 5), PNG.header(interlacing: 2), PNG.data,
    ])
    func `a PNG that does not begin with a sound header is corrupt`(header: [UInt8]) throws {
        #expect(try facts(PNG.file(header)).wholeness == .corrupt)
    }

    @Test func `a PNG without data holds no picture`() throws {
        #expect(try facts(PNG.file(data: [])).traits.contains(.noPicture))
    }
}
