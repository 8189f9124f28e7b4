internal import AttachmentModel
internal import ForeignBytes
internal import Testing

@testable internal import Recognition

/// What the heads of codecs say of all pictures.
struct SequenceHeaderTests {
    private static let much: Head.Colours = (9, 16, 9, true)

    private static func header(_ box: [UInt8], _ codec: String) -> SequenceHeader? {
        unsafe box.withUnsafeBytes { bytes in
            SequenceHeader(in: unsafe ByteWindow(file: bytes).clipped(at: 8), of: codec)
        }
    }

    static let boxes: [(String, [UInt8])] = [
        ("h264", Head.avcC(Head.h264(much))), ("h264", Head.avcC(Head.h264(much, order: 0))),
        ("h264", Head.avcC(Head.h264(much, order: 2))), ("hevc", Head.hvcC(Head.hevc(much))),
        ("av1", Head.av1C(Head.av1(much))), ("av1", Head.av1C(Head.av1(much, isStill: true))),
    ]

    @Test(arguments: boxes) func `size and colours are found behind all that may come before`(
        codec: String, box: [UInt8]
    ) throws {
        let header = try #require(Self.header(box, codec))
        #expect((header.width, header.height) == (60, 44))
        #expect(header.colours == ColourCoding(primaries: 9, transfer: 16, matrix: 9, isFullRange: true))
        let shape = codec == "av1" ? [1, 1] : [4, 3]
        #expect([header.pixelWidth, header.pixelHeight] == shape)
    }

    @Test(arguments: [
        ("h264", Head.avcC(Head.h264(nil))), ("hevc", Head.hvcC(Head.hevc(nil))), ("av1", Head.av1C(Head.av1(nil))),
    ])
    func `what is not told is known not to be`(codec: String, box: [UInt8]) throws {
        #expect(try #require(Self.header(box, codec)).colours == .untold)
    }

    @Test func `profile and level are those of the head`() throws {
        let h264 = try #require(Self.header(Head.avcC(Head.h264(nil)), "h264")).level
        #expect(h264?.profile == "high 10" && h264?.level == 4)
        let hevc = try #require(Self.header(Head.hvcC(Head.hevc(nil)), "hevc")).level
        #expect(hevc?.profile == "main 10" && hevc?.level == 5)
    }

    /// A head that ends early, and each bit turned over: none may trap, and none is found where the last byte is missing.
    @Test(arguments: boxes) func `no damage leads out of a head`(codec: String, box: [UInt8]) {
        for length in 8..<box.count { _ = Self.header(Array(box.prefix(length)), codec) }
        #expect(Self.header(Array(box.prefix(box.count / 2)), codec) == nil)
        for place in 8..<box.count {
            for bit in 0..<8 {
                var damaged = box
                damaged[place] ^= 1 << UInt8(bit)
                _ = Self.header(damaged, codec)
            }
        }
    }

    @Test(arguments: [("avc1", Head.avcC(Head.h264(much))), ("hvc1", Head.hvcC(Head.hevc(much)))])
    func `a movie without a box of colours has those of its codec's head`(entry: String, setup: [UInt8]) throws {
        let track = try facts(Movie.file(MovieTests.coded(entry, parts: setup))).tracks.first
        #expect(track?.range == .pq && track?.colours?.isFullRange == true)
    }

    @Test func `the box of colours is believed first, unless it says nothing`() throws {
        func range(_ box: [UInt8]) throws -> TrackFacts.LightRange? {
            let parts = Head.hvcC(Head.hevc(Self.much)) + Movie.box("colr", box)
            return try facts(Movie.file(MovieTests.coded("hvc1", parts: parts))).tracks.first?.range
        }
        #expect(try range(Other.codePoints(1, 1)) == nil)
        #expect(try range(Other.codePoints(9, 18, matrix: 9)) == .hlg)
        #expect(try range(Other.codePoints(2, 2, matrix: 2)) == .pq)
        #expect(try range(text("nclc") + big(2, 9) + big(2, 18) + big(2, 9)) == .hlg)
        #expect(try range(text("prof")) == .pq)
    }

    @Test func `Matroska has the colours of its codec's head where it tells none`() throws {
        let unit = Head.avcC(Head.h264(Self.much)).dropFirst(8)
        let codec = Other.element([0x86], text("V_MPEG4/ISO/AVC")) + Other.element([0x63, 0xA2], Array(unit))
        #expect(try facts(Other.webm(codec: codec)).tracks.first?.range == .pq)
        let told = Other.element([0x55, 0xB0], Other.element([0x55, 0xBA], [1]) + Other.element([0x55, 0xBB], [9]))
        let colours = try facts(Other.webm(picture: told, codec: codec)).tracks.first?.colours
        #expect(colours == ColourCoding(primaries: 9, transfer: 1, matrix: 2, isFullRange: false))
    }
}
