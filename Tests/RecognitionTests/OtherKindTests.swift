internal import AttachmentModel
internal import Recognition
internal import Testing

struct OtherKindTests {
    static let rows = [
        FactRow("a lossy WebP", .webp, Other.webp(Other.lossy)),
        FactRow(
            "a lossless WebP with alpha", .webp,
            Other.webp(Sound.chunk("VP8L", [0x2F] + little(4, 1 << 28 | 47 << 14 | 63)))
        ) { $0.alpha = true },
        FactRow(
            "an animated WebP", .webp,
            Other.webp(Other.canvas(0x12), Other.frame(milliseconds: 300), Other.frame(milliseconds: 200))
        ) {
            ($0.frames, $0.duration, $0.alpha) = (2, 0.5, true)
        },
        FactRow(
            "a WebP with profile and Exif", .webp,
            Other.webp(
                Other.canvas(0x28), Sound.chunk("ICCP", zeros(4)), Other.lossy,
                Sound.chunk("EXIF", JPEG.tiff(orientation: 6)))
        ) {
            ($0.width, $0.height, $0.orientation, $0.traits) = (48, 64, 6, [.colourProfile, .metadata])
        },
        FactRow("a WebP cut short", .webp, Other.webp(Other.lossy).dropLast(4) + []) { $0.wholeness = .truncated },
        FactRow("HEIC", .heic, Other.item()) { $0.codecs = ["hevc"] },
        FactRow("HEIC on its side", .heic, Other.item(quarters: 3)) {
            ($0.width, $0.height, $0.orientation, $0.codecs) = (48, 64, 6, ["hevc"])
        },
        FactRow("HEIC whose data are elsewhere", .heic, Other.item(places: Other.places(at: 90_000))) {
            ($0.codecs, $0.wholeness) = (["hevc"], .truncated)
        },
        FactRow(
            "HEIC in colours of P3", .heic, Other.item(shaped: [Movie.box("colr", Other.codePoints(12, 13))])
        ) { ($0.codecs, $0.traits) = (["hevc"], [.colourProfile]) },
        FactRow(
            "HEIC in colours of a usual screen", .heic, Other.item(shaped: [Movie.box("colr", Other.codePoints(1, 1))])
        ) {
            $0.codecs = ["hevc"]
        },
        FactRow("HEIC of much light", .heic, Other.item(shaped: [Movie.box("colr", Other.codePoints(9, 16))])) {
            ($0.codecs, $0.traits, $0.warnings) = (["hevc"], [.colourProfile], [.highDynamicRange])
        },
        FactRow("AVIF", .avif, Other.item(brand: "avif", type: "av01")) { $0.codecs = ["av1"] },
        FactRow("TIFF", .tiff, Other.tiff()),
        FactRow("TIFF, CMYK, turned", .tiff, Other.tiff([Other.entry(262, 5), Other.entry(274, 6)])) {
            ($0.width, $0.height, $0.orientation, $0.traits) = (48, 64, 6, [.cmyk])
        },
        FactRow("BMP from the bottom", .bmp, Other.bitmap()),
        FactRow("BMP from the top", .bmp, Other.bitmap(height: -48)),
        FactRow("BMP by OS/2, with the shortest header it has", .bmp, Other.bitmap(headerSize: 16)),
        FactRow("BMP with masks, cut short", .bmp, Other.bitmap(method: 3).dropLast() + []) {
            $0.wholeness = .truncated
        },
        FactRow("BMP cut short", .bmp, Other.bitmap().dropLast() + []) { $0.wholeness = .truncated },
        FactRow("AVI", .avi, Other.avi()) { $0.codecs = ["mp4v"] },
        FactRow("FLAC", .flac, Other.flac()) { ($0.codecs, $0.duration) = (["flac"], 0.5) },
        FactRow("FLAC with a cover", .flac, Other.flac(cover: [6, 0, 0, 1, 0])) {
            ($0.codecs, $0.duration, $0.traits) = (["flac"], 0.5, [.coverArt])
        },
        FactRow("AMR", .amr, Other.amr()) { ($0.codecs, $0.duration) = (["amr-nb"], 1) },
        FactRow("AMR, the wide form", .amr, Other.amr(isWide: true)) { ($0.codecs, $0.duration) = (["amr-wb"], 1) },
        FactRow("AMR cut short", .amr, Other.amr().dropLast(3) + []) {
            ($0.codecs, $0.duration, $0.wholeness) = (["amr-nb"], 0.98, .truncated)
        },
        FactRow("AMR with a frame of no type", .amr, Other.amr() + [10 << 3]) {
            ($0.codecs, $0.duration, $0.wholeness) = (["amr-nb"], 1, .corrupt)
        },
        FactRow("a Windows Media movie", .wmv, Other.windowsMedia()) {
            ($0.codecs, $0.frames) = (["wmv2", "wmav2"], nil)
        },
        FactRow("Windows Media sound", .wma, Other.windowsMedia(hasPicture: false)) {
            ($0.codecs, $0.duration) = (["wmav2"], 2)
        },
        FactRow("Windows Media cut short", .wma, Other.windowsMedia(hasPicture: false, size: 1_001)) {
            ($0.codecs, $0.duration, $0.wholeness) = (["wmav2"], 2, .truncated)
        },
        FactRow(
            "Windows Media under a lock", .wma,
            Other.windowsMedia(hasPicture: false, more: Other.object(0x11D2_BD23_2211_B3FB, zeros(8)))
        ) {
            ($0.codecs, $0.duration, $0.traits) = (["wmav2"], 2, [.encrypted])
        },
        FactRow("Opus", .ogg, Other.ogg()) { ($0.codecs, $0.duration) = (["opus"], 0.5) },
        FactRow("Theora", .ogv, Other.theora()) { ($0.codecs, $0.frames) = (["theora"], nil) },
        FactRow("Opus without its last page", .ogg, Other.ogg(isEnded: false)) {
            ($0.codecs, $0.duration, $0.wholeness) = (["opus"], 0.5, .truncated)
        },
    ]

    @Test(arguments: rows)
    func `the structure gives the facts of what is converted`(row: FactRow) throws {
        try row.check()
    }

    @Test(arguments: [true, false]) func `a sequence is decoded by the still beside it`(hasStill: Bool) throws {
        let sequence = Movie.movie([Movie.Track(entry: "hvc1", chunk: 500)]) + Movie.data
        let file = hasStill ? Other.item(brand: "msf1") + sequence : Movie.brand("msf1") + sequence + zeros(600)
        let read = try facts(file)
        #expect(read.kind == .heic && read.width == 64 && read.frames == 50)
        #expect(read.traits.contains(.undecodable) != hasStill)
    }

    @Test func `the numbers of a still's colours are told`() throws {
        let colours = Other.codePoints(9, 18, matrix: 9, isFull: false)
        let read = try facts(Other.item(shaped: [Movie.box("colr", text("prof")), Movie.box("colr", colours)]))
        let expected = ColourCoding(primaries: 9, transfer: 18, matrix: 9, isFullRange: false)
        #expect(read.coding?.colours == expected && read.carried == [.colours])
    }

    private static let much: Head.Colours = (9, 16, 9, false)

    @Test(arguments: [
        ("heic", "hvc1", Head.hvcC(Head.hevc(much))), ("avif", "av01", Head.av1C(Head.av1(much, isStill: true))),
        ("heic", "avc1", Head.avcC(Head.h264(much))),
    ])
    func `a still without a box of colours has those of its codec's head`(
        brand: String, type: String, setup: [UInt8]
    ) throws {
        let read = try facts(Other.item(brand: brand, type: type, shaped: [setup]))
        #expect(read.coding?.colours == ColourCoding(primaries: 9, transfer: 16, matrix: 9, isFullRange: false))
        #expect(read.carried == [.colours] && read.warnings == [.highDynamicRange])
        // What a property says is believed before that, and so is a profile.
        let told = try facts(
            Other.item(brand: brand, type: type, shaped: [setup, Movie.box("colr", Other.codePoints(1, 1))]))
        #expect(told.coding?.colours?.primaries == 1 && told.carried == [])
        let profiled = try facts(
            Other.item(brand: brand, type: type, shaped: [Movie.box("colr", text("prof")), setup]))
        #expect(profiled.coding?.colours == nil && profiled.warnings == [])
    }

    @Test func `AV1 may have its head among the data of the item`() throws {
        let data = Head.av1(Self.much)
        var file = Other.item(brand: "avif", type: "av01", shaped: [Head.av1C([])], places: Other.places(at: 9_999))
        let start = file.count
        file += Movie.box("mdat", data + zeros(64))
        let places = Other.places(at: start + 8)
        let bytes = Other.item(brand: "avif", type: "av01", shaped: [Head.av1C([])], places: places)
        #expect(try facts(bytes + file[start...]).coding?.colours?.transfer == 16)
        #expect(try facts(bytes + Movie.box("mdat", zeros(64 + data.count))).coding?.colours == nil)
    }

    @Test func `a picture of several parts has the colours of the first`() throws {
        let file = Other.grid(of: [Head.hvcC(Head.hevc(Self.much))])
        #expect(try facts(file).coding?.colours?.transfer == 16)
        let told = Other.grid(of: [Head.hvcC(Head.hevc(Self.much)), Movie.box("colr", Other.codePoints(12, 13))])
        #expect(try facts(told).coding?.colours?.primaries == 12)
    }

    @Test func `millions of places that take no bytes are corrupt`() throws {
        #expect(try facts(Other.crowded()).wholeness == .corrupt)
    }

    @Test(arguments: [
        ("<!DOCTYPE html><html>404</html>", MediaKind.html, "HTML document" as String?),
        ("{\"error\": \"gone\"}", .json, "JSON"),
        ("%PDF-1.7\n", .pdf, "PDF document"),
        ("\u{1}\u{2}\u{3}", .unknown, nil),
    ])
    func `a foreign file is a fact with a name`(row: (String, MediaKind, String?)) throws {
        let read = try facts(text(row.0))
        #expect(read.kind == row.1)
        #expect(read.mediaClass == .foreign)
        #expect(row.2.map { read.description?.contains($0) == true } ?? (read.description == nil))
    }

    @Test func `a file without bytes is nothing`() throws {
        let read = try facts([])
        #expect(read.kind == .unknown && read.bytes == 0 && read.description == "empty")
    }

    @Test func `a name is short and has no control characters`() throws {
        let name = try facts(text("#!/bin/" + String(repeating: "x\u{1B}", count: 500))).description
        #expect((name?.count ?? 0) <= 120)
        #expect(name?.unicodeScalars.allSatisfy { $0.value >= 0x20 } == true)
    }
}
