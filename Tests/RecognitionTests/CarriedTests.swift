internal import AttachmentModel
internal import Testing

/// What a file carries beside its picture is named, and marked so that a plan strips it.
struct CarriedTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let carried: Set<CarriedData>

        init(_ words: String, _ carried: Set<CarriedData>, _ bytes: [UInt8]) {
            testDescription = words
            self.bytes = bytes
            self.carried = carried
        }
    }

    static let adobe = JPEG.segment(0xEE, text("Adobe") + zeros(7))

    static func xmp(_ words: String) -> [UInt8] {
        JPEG.segment(0xE1, text("http://ns.adobe.com/xap/1.0/\0") + text(words))
    }

    static func jpeg(_ more: [UInt8]) -> [UInt8] { JPEG.file(JPEG.jfif + more) }

    static let jpegs = [
        Row("a plain JPEG", [], jpeg([])),
        Row("Exif", [.exif], jpeg(JPEG.exif(orientation: 1))),
        Row("XMP", [.xmp], jpeg(xmp("<x/>"))),
        Row("a motion photo", [.xmp, .motionPhoto], jpeg(xmp("GCamera:MotionPhoto=\"1\""))),
        Row("a gain map of Adobe's", [.xmp, .gainMap], jpeg(xmp("hdrgm:Version=\"1.0\""))),
        Row("a gain map of ISO's", [.gainMap], jpeg(JPEG.segment(0xE2, text("urn:iso:std:iso:ts:21496:-1\0")))),
        Row("a list of pictures", [.furtherPictures], jpeg(JPEG.segment(0xE2, text("MPF\0II*\0")))),
        Row("IPTC", [.iptc], jpeg(JPEG.segment(0xED, text("Photoshop 3.0\0")))),
        Row("a comment", [.comment], jpeg(JPEG.segment(0xFE, text("hi")))),
        Row("a comment between scans", [.comment], JPEG.file(scans: JPEG.scan() + JPEG.segment(0xFE, text("hi")))),
        Row("a segment of an application", [.application], jpeg(JPEG.segment(0xEC, text("Ducky")))),
        Row("a segment that nobody knows", [.application], jpeg(JPEG.segment(0xF3, text("hi")))),
        Row("a thumbnail in JFIF", [.thumbnail], JPEG.file(JPEG.segment(0xE0, text("JFIF\0") + zeros(12)))),
        Row("a thumbnail behind JFIF", [.thumbnail], jpeg(JPEG.segment(0xE0, text("JFXX\0") + zeros(12)))),
        Row("Adobe's segment", [], jpeg(adobe)),
        Row(
            "more in Adobe's segment", [.adobePayload], jpeg(JPEG.segment(0xEE, text("Adobe") + zeros(7) + text("hi")))),
        Row("bytes between segments", [.betweenSegments], jpeg(text("hidden"))),
        Row("a marker of a scan between segments", [.betweenSegments], jpeg([0xFF, 0xD3])),
        Row("a plain FF between segments", [.betweenSegments], jpeg([0xFF, 0])),
        Row(
            "data behind a restart that was not announced", [.betweenSegments],
            JPEG.start + JPEG.jfif + JPEG.frame() + JPEG.scan() + JPEG.end),
        Row(
            "more in a frame header", [.excess],
            JPEG.file(frame: JPEG.segment(0xC0, [8, 0, 48, 0, 64, 1, 1, 0x11, 0, 9]), scans: JPEG.scan(components: 1))),
        Row("a quantisation table", [], jpeg(JPEG.segment(0xDB, zeros(65) + [0x11] + zeros(128)))),
        Row("more than a quantisation table", [.excess], jpeg(JPEG.segment(0xDB, zeros(65) + text("hi")))),
        Row("a table of codes", [], jpeg(JPEG.segment(0xC4, [0, 1, 1] + zeros(14) + [7, 7]))),
        Row("more than a table of codes", [.excess], jpeg(JPEG.segment(0xC4, [0, 1, 1] + zeros(14) + [7, 7, 7]))),
        Row("a page behind the end", [.tail], JPEG.file() + text("<html>")),
        Row("a picture behind the end", [.tail, .furtherPictures], JPEG.file() + JPEG.file()),
        Row("a movie behind the end", [.tail, .motionPhoto], JPEG.file() + Movie.file(.picture)),
    ]

    static func png(_ name: String, _ body: [UInt8]) -> [UInt8] { PNG.file(PNG.header(), PNG.chunk(name, body)) }

    static let plainPrimaries = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000].flatMap { big(4, $0) }

    static let pngs = [
        Row("a plain PNG", [], PNG.file()),
        Row("text", [.text], png("tEXt", text("a\0b"))),
        Row("XMP", [.xmp], png("iTXt", text("XML:com.adobe.xmp\0\0\0\0\0<x/>"))),
        Row("Exif", [.exif], png("eXIf", JPEG.tiff(orientation: 1))),
        Row("a time", [.time], png("tIME", zeros(7))),
        Row("a chunk of an application", [.application], png("prVt", zeros(7))),
        Row("a palette to be suggested", [.application], png("sPLT", zeros(7))),
        Row("the gamma of sRGB", [], png("gAMA", big(4, 45_455))),
        Row("another gamma", [.colours], png("gAMA", big(4, 100_000))),
        Row("the primaries of sRGB", [], png("cHRM", plainPrimaries)),
        Row("other primaries", [.colours], png("cHRM", plainPrimaries.reversed())),
        Row("the code points of sRGB", [], png("cICP", [1, 13, 0, 1])),
        Row("other code points", [.colours], png("cICP", [12, 13, 0, 1])),
        Row("a gamma without a number", [.application], png("gAMA", [])),
        Row("more than a resolution", [.excess], png("pHYs", zeros(9) + text("hi"))),
        Row(
            "bytes in the chunk that ends it", [.endPayload],
            PNG.signature + PNG.header() + PNG.data + PNG.chunk("IEND", text("hi"))),
        Row("a script behind the end", [.tail], PNG.file() + text("<script>")),
    ]

    static let others = [
        Row("a plain GIF", [], GIF.file(GIF.loop, GIF.image())),
        Row("a GIF's comment", [.comment], GIF.file(GIF.comment("hi"), GIF.image())),
        Row("a GIF's text", [.text], GIF.file([0x21, 1, 12] + zeros(12) + [0], GIF.image())),
        Row("a GIF's extension", [.application], GIF.file(GIF.application("MGK8BIM0000", [1]), GIF.image())),
        Row("XMP in a GIF", [.xmp], GIF.file(GIF.application("XMP DataXMP", [1]), GIF.image())),
        Row(
            "a longer loop", [.excess],
            GIF.file(GIF.application("NETSCAPE2.0", [1, 0, 0] + text("hidden")), GIF.image())),
        Row("an archive behind a GIF", [.tail], GIF.file(GIF.image()) + text("PK\u{3}\u{4}")),
        Row("junk before an MP3's first frame", [.lead], text("junk") + Sound.repeated(Sound.mp3Frame)),
        Row("tags around an MP3", [.tags], Sound.tag() + Sound.repeated(Sound.mp3Frame)),
        Row(
            "tags in a WAV", [.tags],
            Sound.wave(Sound.format(1), Sound.chunk("data", zeros(8)), Sound.chunk("LIST", zeros(4)))),
        Row(
            "where a movie was taken", [.location, .tags],
            Movie.brand("isom") + Movie.movie([.picture], Movie.box("udta", Movie.box("loci", zeros(8)))) + Movie.data),
    ]

    @Test(arguments: jpegs + pngs + others)
    func `what is carried is named`(row: Row) throws {
        #expect(try facts(row.bytes).carried == row.carried)
    }

    @Test(arguments: jpegs + pngs)
    func `a still that carries something is marked for stripping`(row: Row) throws {
        let read = try facts(row.bytes)
        #expect(read.carried.isEmpty == read.traits.isDisjoint(with: [.metadata, .trailingBytes, .colourProfile]))
    }
}
