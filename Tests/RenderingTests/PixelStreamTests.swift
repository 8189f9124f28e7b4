internal import ForeignBytes
internal import Testing

@testable internal import Rendering

struct PixelStreamTests {
    /// A stream in zlib's form that unpacks to nothing, and its checksum.
    private static let empty: [UInt8] = [0x78, 0x9C, 3, 0, 0, 0, 0, 1]
    /// "hi" as it is.
    private static let stored: [UInt8] = [0x78, 0x9C, 1, 2, 0, 0xFD, 0xFF, 0x68, 0x69, 1, 0x3B, 0, 0xD2]

    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        [0, 0, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + Array(name.utf8) + body + [0, 0, 0, 0]
    }

    /// What stands before the pixels: of grey, `width` by `height`.
    private static func head(width: Int, height: Int, depth: UInt8 = 8, colour: UInt8 = 0, pass: UInt8 = 0) -> [UInt8] {
        let sides: [UInt8] = [width, height].flatMap { side -> [UInt8] in [0, 0, UInt8(side >> 8), UInt8(side & 0xFF)] }
        return [UInt8](repeating: 0, count: 8) + chunk("IHDR", sides + [depth, colour, 0, 0, pass])
    }

    private static let large = head(width: 100, height: 100)

    private static func end(_ bytes: [UInt8]) -> PixelStream.End {
        unsafe bytes.withUnsafeBytes { PixelStream.end(in: unsafe ByteWindow(file: $0)) }
    }

    /// The end in a file whose pixels lie in the given chunks.
    private static func end(_ chunks: [[UInt8]], behind head: [UInt8] = large) -> PixelStream.End {
        end(head + chunks.flatMap { chunk("IDAT", $0) } + chunk("IEND", []))
    }

    private static let rows: [(String, [[UInt8]], PixelStream.End)] = [
        ("nothing packed", [empty], .isExact),
        ("bytes as they are", [stored], .isExact),
        ("a chunk for each byte, and an empty one", stored.map { [$0] } + [[]], .isExact),
        ("bytes behind the stream", [empty + Array("hi".utf8)], .isEarly),
        ("a chunk behind the stream", [empty, [1]], .isEarly),
        ("no checksum", [Array(empty.dropLast(4))], .isMissing),
        ("half a checksum", [Array(empty.dropLast(2))], .isMissing),
        ("a stored block that is cut short", [Array(stored.prefix(8))], .isMissing),
        ("no stream", [[]], .isMissing),
        ("another method of packing", [[0x77, 9] + empty.dropFirst(2)], .isBroken),
        ("a dictionary that nobody has", [[0x78, 0xBB] + empty.dropFirst(2)], .isBroken),
        ("a block of no kind", [[0x78, 0x9C, 7, 0, 0, 0, 0, 1]], .isBroken),
        ("a length that is not its own inverse", [[0x78, 0x9C, 1, 2, 0, 0, 0, 0x68, 0x69]], .isBroken),
        (
            "the letter A, then eight times the byte before it",
            [[0x78, 0x9C, 0x73, 0x84, 0x01, 0, 0x0B, 0x76, 0x02, 0x4A]], .isExact
        ),
        ("a wrong checksum", [Array(stored.dropLast()) + [0xD3]], .isMiscounted),
        (
            "the letter A, then eight times the second byte before it",
            [[0x78, 0x9C, 0x73, 0x84, 0x11, 0, 0, 0, 0, 0]], .isBroken
        ),
        // Length 3 and distance 1, in fixed codes, before anything was unpacked.
        ("a copy from before the beginning", [[0x78, 0x9C, 0x03, 0x02, 0, 0, 0, 0, 1]], .isBroken),
    ]

    @Test(arguments: rows) func `the end of the compressed pixels is found`(
        row: (name: String, chunks: [[UInt8]], end: PixelStream.End)
    ) {
        #expect(Self.end(row.chunks) == row.end)
    }

    @Test(arguments: [[UInt8](repeating: 0, count: 40), large, large + chunk("IEND", [])])
    func `a file without pixels has no end of them`(bytes: [UInt8]) {
        #expect(Self.end(bytes) == .isBroken)
    }

    /// Two bytes are what one row of one pixel takes.
    @Test(arguments: [
        (head(width: 1, height: 1), PixelStream.End.isExact), (head(width: 8, height: 1, depth: 1), .isExact),
        (head(width: 9, height: 1, depth: 1), .isExact), (head(width: 0, height: 1), .isEarly),
        (head(width: 1, height: 1, colour: 6), .isExact), (head(width: 0, height: 0, pass: 1), .isEarly),
        (head(width: 1, height: 1, depth: 1, pass: 1), .isExact),
    ])
    func `rows that no picture has hide something`(head: [UInt8], end: PixelStream.End) {
        #expect(Self.end([Self.stored], behind: head) == end)
    }

    /// Bytes of rows of 3 by 3 pixels: each with its filter, and in seven passes by the columns and rows of each.
    @Test(arguments: [
        (1, 0, 0, 6), (8, 0, 0, 12), (8, 3, 0, 12), (8, 2, 0, 30), (16, 4, 0, 39), (8, 6, 0, 39), (8, 0, 1, 15),
        (1, 0, 1, 12),
    ])
    func `rows are as long as their pixels`(depth: UInt8, colour: UInt8, pass: UInt8, length: Int) {
        let bytes = Self.head(width: 3, height: 3, depth: depth, colour: colour, pass: pass)
        let rows = unsafe bytes.withUnsafeBytes { PixelRows(of: unsafe ByteWindow(file: $0)) }
        #expect(rows?.length == length)
    }

    /// A frame of one pixel in one row behind the picture.
    private static let frame = chunk("fcTL", [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1])

    @Test(arguments: [
        (frame + chunk("fdAT", [0, 0, 0, 2] + stored), PixelStream.End.isExact),
        (
            frame + chunk("fdAT", [0, 0, 0, 2] + stored.prefix(5)) + chunk("fdAT", [0, 0, 0, 3] + stored.dropFirst(5)),
            .isExact
        ),
        (frame + chunk("fdAT", [0, 0, 0, 2] + stored + [1]), .isEarly),
        (frame + chunk("fdAT", [0, 0, 0, 2] + stored.dropLast() + [0xD3]), .isMiscounted),
        (frame + chunk("fdAT", [0, 0]), .isMissing),
        (frame + chunk("fdAT", Array("<script>alert(1)</script>".utf8)), .isBroken),
        (chunk("fdAT", [0, 0, 0, 2] + stored), .isEarly),
        (frame + chunk("fdAT", [0, 0, 0, 2] + stored) + chunk("tEXt", []) + chunk("fdAT", [0, 0, 0, 3, 7]), .isEarly),
        (chunk("tEXt", []) + chunk("IDAT", stored), .isEarly),
    ])
    func `what hides in the frames of an animation is found`(more: [UInt8], end: PixelStream.End) {
        let bytes = Self.head(width: 1, height: 1) + Self.chunk("IDAT", Self.stored) + more + Self.chunk("IEND", [])
        #expect(Self.end(bytes) == end)
    }

    /// Two rows of one pixel of grey, as they are, and what may be amiss with them.
    @Test(
        arguments: [
            ([0, 9, 4, 9], 2, 0, true), ([0, 9, 4, 9, 7, 7], 2, 0, true), ([0, 9, 4], 2, 0, false),
            ([0, 9, 5, 9], 2, 0, false),
            ([9, 9, 0, 9], 2, 0, false), ([0, 9], 1, 0, true), ([0, 9, 4, 9], 2, 1, nil),
        ] as [([UInt8], Int, UInt8, Bool?)]) func `rows that are cropped away are missed`(
            rows: [UInt8], height: Int, pass: UInt8, isWhole: Bool?
        )
    {
        let count = UInt8(rows.count)
        // Without a checksum, which belongs to no row.
        let stream = [0x78, 0x9C, 1, count, 0, ~count, 0xFF] + rows
        let bytes =
            Self.head(width: 1, height: height, pass: pass) + Self.chunk("tEXt", [1]) + Self.chunk("IDAT", stream)
            + Self.chunk("IEND", [])
        #expect(unsafe bytes.withUnsafeBytes { PixelStream.hasRows(in: unsafe ByteWindow(file: $0)) } == isWhole)
    }

    /// Each bit of a real stream turned over, one at a time: none may trap.
    @Test func `no damage leads out of the stream`() {
        let stream = PixelStreamTests.dynamic
        for place in stream.indices {
            for bit in 0..<8 {
                var damaged = stream
                damaged[place] ^= 1 << UInt8(bit)
                _ = Self.end([damaged])
            }
        }
        #expect(Self.end([stream]) == .isExact)
    }
}

extension PixelStreamTests {
    /// 880 bytes packed by zlib with codes of its own.
    fileprivate static let dynamic: [UInt8] = [
        0x78, 0xDA, 0xC5, 0x52, 0x57, 0x62, 0x15, 0x31, 0x0C, 0xD4, 0xA8, 0x00, 0x22, 0x10, 0x08, 0xA1, 0x97, 0x84,
        0x16, 0x08, 0x25, 0x05, 0x42, 0xE7, 0xDF, 0x67, 0x97, 0x6F, 0xC5, 0xC8, 0xFB, 0xEE, 0xC0, 0xFE, 0x78, 0x6D,
        0x6B, 0x8A, 0x46, 0x16, 0x11, 0x08, 0x50, 0x52, 0x32, 0x44, 0xA7, 0x06, 0xD2, 0x02, 0x3C, 0x34, 0xA8, 0x86,
        0xA4, 0xF4, 0xC7, 0x7D, 0x04, 0x22, 0xC5, 0x78, 0x3F, 0x00, 0x13, 0xB5, 0x19, 0xE2, 0x70, 0x1E, 0x9B, 0x61,
        0xA4, 0x39, 0x8B, 0x0A, 0x0E, 0x56, 0x45, 0xCC, 0x1A, 0x0A, 0xF1, 0x20, 0x2D, 0x1A, 0x3F, 0xA6, 0x60, 0x90,
        0x63, 0xED, 0x94, 0x7C, 0xEB, 0x74, 0xA3, 0xEE, 0xDF, 0x10, 0x1D, 0xDB, 0xAE, 0x58, 0x09, 0x72, 0x59, 0x12,
        0xAA, 0x25, 0xBE, 0xC4, 0x4D, 0x62, 0x28, 0xE9, 0x78, 0x87, 0xD2, 0xD9, 0xAE, 0x36, 0x06, 0x9B, 0xC4, 0xF6,
        0x3D, 0xE8, 0xBE, 0x0A, 0x50, 0xF4, 0x5E, 0x55, 0xD6, 0xF9, 0xEE, 0x0B, 0x5A, 0xCC, 0xA9, 0x7D, 0x1E, 0x32,
        0xD8, 0x66, 0x50, 0xCD, 0xC1, 0x12, 0x22, 0x68, 0x40, 0x77, 0x22, 0x3A, 0xDD, 0x64, 0xD4, 0x96, 0x88, 0xB4,
        0xF6, 0x80, 0x92, 0x5B, 0x97, 0x5A, 0xA1, 0x29, 0xA4, 0x9C, 0x50, 0x26, 0x40, 0x9B, 0xE1, 0xEA, 0xBC, 0x14,
        0x2F, 0xA4, 0x36, 0x31, 0xEB, 0xB2, 0xD9, 0xA6, 0x2C, 0x10, 0x6D, 0x13, 0xC8, 0x2B, 0x9A, 0x8A, 0x4D, 0x81,
        0x31, 0x98, 0x49, 0x29, 0x3D, 0x90, 0x46, 0x41, 0x49, 0x64, 0x17, 0x15, 0xCD, 0xB1, 0x77, 0x0B, 0xB6, 0xD4,
        0x19, 0x8D, 0x6A, 0xBF, 0xC9, 0xDC, 0x06, 0xF9, 0x29, 0x4B, 0x29, 0xDA, 0xB6, 0xD6, 0xF0, 0x94, 0xE1, 0x1C,
        0x50, 0x58, 0xBB, 0x22, 0x69, 0x43, 0x5C, 0xAD, 0xC7, 0x96, 0x9D, 0x45, 0xEA, 0xE0, 0xE2, 0x93, 0x95, 0x2B,
        0x33, 0x4C, 0x4C, 0x8E, 0x56, 0x62, 0x8A, 0xD6, 0x5A, 0xDA, 0x4D, 0x2E, 0x53, 0x84, 0x77, 0xB7, 0xA4, 0x13,
        0x37, 0x5A, 0xB6, 0xB9, 0xCD, 0xA4, 0x07, 0xDA, 0x6B, 0x27, 0xA7, 0x8C, 0x3D, 0x98, 0xC5, 0x44, 0xAE, 0x01,
        0x29, 0x2F, 0x61, 0xBE, 0xBA, 0x5C, 0x69, 0x09, 0xA3, 0xA1, 0x54, 0x69, 0xB6, 0x2A, 0xF1, 0xBE, 0x8D, 0x56,
        0xB1, 0x91, 0x70, 0x98, 0x98, 0xD5, 0xB3, 0x68, 0x97, 0xDD, 0x08, 0xB7, 0xDD, 0xA0, 0x77, 0x76, 0xC5, 0xB7,
        0x17, 0xC9, 0x06, 0x7A, 0x40, 0xEC, 0xC9, 0xD6, 0x5B, 0x21, 0xD8, 0x76, 0x1E, 0x98, 0x07, 0xA6, 0x35, 0xA9,
        0xF7, 0xEC, 0xA3, 0x5F, 0x65, 0xF6, 0x73, 0x52, 0xF3, 0xB8, 0x76, 0xFD, 0x46, 0xDE, 0xDC, 0xBB, 0x75, 0x7B,
        0xFF, 0xCE, 0xDD, 0x83, 0x7B, 0x87, 0xF7, 0x1F, 0x3C, 0x7C, 0xF4, 0xF8, 0xC9, 0xD3, 0x67, 0xCF, 0x5F, 0x1C,
        0x1D, 0xBF, 0x7C, 0xF5, 0xFA, 0xCD, 0xDB, 0x93, 0x77, 0xEF, 0x4F, 0x3F, 0x7C, 0xFC, 0xF4, 0xF9, 0xEC, 0xFC,
        0xE2, 0xF2, 0xCB, 0xD7, 0xAB, 0x6F, 0xDF, 0x7F, 0xFC, 0xFC, 0xF5, 0xFB, 0xCF, 0xDF, 0xFF, 0x85, 0xFD, 0x07,
        0xA8, 0x43, 0x50, 0xA3,
    ]
}
