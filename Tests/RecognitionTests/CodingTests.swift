internal import AttachmentModel
internal import Testing

/// How pictures are coded.
struct CodingTests {
    @Test(arguments: zip([UInt8](0xC0...0xC3), ["baseline", "extended", "progressive", "lossless"]))
    func `the frame header names the process`(marker: UInt8, process: String) throws {
        #expect(try facts(JPEG.file(frame: JPEG.frame(marker))).coding?.process == process)
    }

    static let rareMarkers: [(UInt8, [String])] = [
        (UInt8(0xC5), ["jpeg-hierarchical"]), (0xC9, ["jpeg-arithmetic"]),
        (0xCB, ["jpeg-lossless", "jpeg-arithmetic"]),
        (0xCE, ["jpeg-hierarchical", "jpeg-arithmetic"]),
    ]

    @Test(arguments: rareMarkers)
    func `what few decoders read is named as a codec`(row: (UInt8, [String])) throws {
        #expect(try facts(JPEG.file(frame: JPEG.frame(row.0))).codecs == row.1)
    }

    @Test func `components, bits, scans and what comes first are counted`() throws {
        let coding = try facts(JPEG.file(scans: JPEG.scan(components: 1) + JPEG.scan(components: 2))).coding
        #expect(coding?.components == 3)
        #expect(coding?.bits == 8)
        #expect(coding?.scans == 2)
        #expect(coding?.head == .jfif)
        #expect(coding?.adobeTransform == nil)
    }

    @Test(arguments: [0, 1, 2]) func `Adobe's segment tells the transform`(transform: Int) throws {
        let adobe = JPEG.segment(0xEE, text("Adobe") + zeros(6) + [UInt8(transform)])
        #expect(try facts(JPEG.file(adobe)).coding?.adobeTransform == transform)
    }

    static let heads: [([UInt8], PictureCoding.Head)] = [
        (JPEG.exif(orientation: 1), PictureCoding.Head.exif), (JPEG.segment(0xFE, []), .other), (JPEG.jfif, .jfif),
    ]

    @Test(arguments: heads)
    func `what comes first is told`(row: ([UInt8], PictureCoding.Head)) throws {
        #expect(try facts(JPEG.file(row.0)).coding?.head == row.1)
    }

    @Test func `an animation tells how often it plays, its pixels and frames beyond its canvas`() throws {
        let loop = GIF.application("NETSCAPE2.0", [1, 2, 0])
        let coding = try facts(GIF.file(loop, GIF.image(), GIF.image(width: 65))).coding
        #expect(coding?.plays == 3)
        #expect(coding?.totalPixels == 48 * (64 + 65))
        #expect(coding?.framesOutside == 1)
        #expect(try facts(GIF.file(GIF.image(), GIF.image())).coding?.plays == 1)
        #expect(try facts(GIF.file(GIF.loop, GIF.image(), GIF.image())).coding?.plays == 0)
    }

    @Test func `an animated PNG tells the same`() throws {
        let control = PNG.chunk("acTL", big(4, 2) + big(4, 5))
        let coding = try facts(PNG.file(PNG.header(), control, data: PNGTests.frames)).coding
        #expect(coding?.plays == 5)
        #expect(coding?.totalPixels == 2 * 64 * 48)
    }
}
