internal import AttachmentModel
internal import Testing

struct GIFTests {
    static let rows = [
        FactRow("a still", .gif, GIF.file(GIF.image())),
        FactRow("a clear colour", .gif, GIF.file(GIF.control(delay: 0, flags: 1), GIF.image())) { $0.alpha = true },
        FactRow("an image smaller than the screen", .gif, GIF.file(GIF.image(width: 63))) { $0.alpha = true },
        FactRow("interlaced", .gif, GIF.file(GIF.image(flags: 0x40))) { $0.traits.insert(.interlaced) },
        FactRow(
            "a table of colours for one image", .gif,
            GIF.file([0x2C] + zeros(4) + little(2, 64) + little(2, 48) + [0x80] + zeros(6) + [2, 2, 0x44, 1, 0])),
        FactRow(
            "animated", .gif,
            GIF.file(GIF.loop, GIF.control(delay: 30), GIF.image(), GIF.control(delay: 20), GIF.image())
        ) {
            ($0.frames, $0.duration) = (2, 0.5)
        },
        FactRow(
            "delays too short to be meant", .gif,
            GIF.file(GIF.control(delay: 0), GIF.image(), GIF.control(delay: 1), GIF.image(), GIF.image())
        ) {
            ($0.frames, $0.duration) = (3, 0.3)
        },
        FactRow(
            "later images that show the one before", .gif,
            GIF.file(GIF.control(delay: 2), GIF.image(), GIF.control(delay: 2, flags: 1), GIF.image())
        ) {
            ($0.frames, $0.duration) = (2, 0.04)
        },
        FactRow("a screen that is cleared", .gif, GIF.file(GIF.control(delay: 2, flags: 8), GIF.image(), GIF.image())) {
            ($0.frames, $0.duration, $0.alpha) = (2, 0.12, true)
        },
        FactRow("a comment", .gif, GIF.file(GIF.comment("hi"), GIF.image())) { $0.traits.insert(.metadata) },
        FactRow("XMP", .gif, GIF.file(GIF.application("XMP DataXMP", text("<x/>")), GIF.image())) {
            $0.traits.insert(.metadata)
        },
        FactRow("an application without a name", .gif, GIF.file([0x21, 0xFF, 0], GIF.image())) {
            $0.traits.insert(.metadata)
        },
        FactRow("a colour profile", .gif, GIF.file(GIF.application("ICCRGBG1012", [0]), GIF.image())) {
            $0.traits.insert(.colourProfile)
        },
        FactRow("an older version", .gif, GIF.screen(64, 48, version: "87a") + GIF.image() + GIF.trailer),
        FactRow("an image larger than the screen", .gif, GIF.screen(10, 10) + GIF.image() + GIF.trailer),
        FactRow("no screen", .gif, GIF.screen(0, 0) + GIF.image() + GIF.trailer),
        FactRow("half a screen", .gif, GIF.screen(0, 99) + GIF.image() + GIF.trailer),
        FactRow("a second image larger than the screen", .gif, GIF.file(GIF.image(), GIF.image(width: 99))) {
            ($0.frames, $0.duration) = (2, 0.2)
        },
        FactRow("a screen larger than the image", .gif, GIF.screen(100, 50) + GIF.image() + GIF.trailer) {
            ($0.width, $0.height, $0.alpha) = (100, 50, true)
        },
        FactRow(
            "colours of its own only", .gif,
            text("GIF89a") + little(2, 64) + little(2, 48) + zeros(3) + [0x2C] + zeros(4) + little(2, 64)
                + little(2, 48)
                + [0x80] + zeros(6) + [2, 2, 0x44, 1, 0] + GIF.trailer),
        FactRow("a terminator too many", .gif, GIF.file(GIF.image(), [0])),
        FactRow("an archive behind the end", .gif, GIF.file(GIF.image()) + text("PK\u{3}\u{4}")) {
            $0.traits.insert(.trailingBytes)
            $0.warnings = [.trailingBytes]
        },
        FactRow("no trailer", .gif, GIF.file(GIF.image()).dropLast() + []) { $0.warnings = [.endMissing] },
        FactRow("no trailer, and the last image not ended", .gif, GIF.file(GIF.image()).dropLast(2) + []) {
            ($0.frames, $0.wholeness) = (0, .truncated)
        },
        FactRow("cut in the second image", .gif, GIF.file(GIF.image(), GIF.image()).dropLast(4) + []) {
            $0.wholeness = .truncated
        },
        FactRow("a script that begins like one", .gif, text("GIF89a=0;console.log(1)//")) {
            ($0.width, $0.height, $0.frames, $0.wholeness) = (12_349, 25_403, 0, .corrupt)
        },
    ]

    @Test(arguments: rows)
    func `a GIF's blocks give its facts`(row: FactRow) throws {
        try row.check()
    }

    @Test func `a GIF without an image holds no picture`() throws {
        #expect(try facts(GIF.file(GIF.comment("nothing here"))).traits.contains(.noPicture))
    }
}
