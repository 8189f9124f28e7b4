internal import AttachmentModel
internal import Testing

@testable internal import Rendering

struct CopyPlanTests {
    private func copy(_ bytes: [UInt8], as kind: MediaKind) throws -> [UInt8]? {
        try unsafe bytes.withUnsafeBytes { bytes in
            let file = unsafe CodedBytes(bytes)
            guard let plan = try CopyPlan(of: file, as: kind) else { return nil }
            var result: [UInt8] = []
            for piece in plan.pieces {
                switch piece {
                case .part(let range): unsafe result += bytes[range]
                case .bytes(let bytes): result += bytes
                }
            }
            #expect(result.count == plan.count)
            return result
        }
    }

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
    }

    private static func frame(_ names: [UInt8]) -> [UInt8] {
        segment(0xC0, [8, 0, 8, 0, 8, UInt8(names.count)] + names.flatMap { [$0, 0x11, 0] })
    }

    private static func adobe(_ transform: UInt8) -> [UInt8] {
        segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform])
    }

    /// A scan whose data hold a stuffed FF and a restart marker.
    private static let scan = segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x12, 0xFF, 0, 0xFF, 0xD3, 0x34]
    private static let tables = segment(0xDB, [0] + Array(repeating: 1, count: 64)) + segment(0xC4, [0, 1, 2])

    private static func jpeg(_ extra: [UInt8] = [], names: [UInt8] = [1, 2, 3], tail: [UInt8] = []) -> [UInt8] {
        [0xFF, 0xD8] + extra + tables + frame(names) + scan + [0xFF, 0xD9] + tail
    }

    private static let bare = [0xFF, 0xD8] + JPEGCopy.jfif + jpeg().dropFirst(2)

    @Test(arguments: [
        [], segment(0xE0, Array("JFIF\0".utf8) + [1, 2, 1, 0, 72, 0, 72, 0, 0]), segment(0xE1, Array("Exif\0\0".utf8)),
        segment(0xFE, Array("a comment".utf8)) + segment(0xE2, Array("MPF\0".utf8)), adobe(1),
        [0xFF, 0xFF, 0xFF] + segment(0xED, [1]).dropFirst(),
    ])
    func `a JPEG keeps its picture and gets a JFIF segment`(extra: [UInt8]) throws {
        #expect(try copy(Self.jpeg(extra, tail: [1, 2, 3]), as: .jpeg) == Self.bare)
    }

    @Test func `segments between scans go too`() throws {
        let twice: [UInt8] =
            Array(Self.jpeg().prefix(Self.jpeg().count - 2)) + Self.segment(0xFE, [7, 7]) + Self.scan + [0xFF, 0xD9]
        #expect(try copy(Array(twice), as: .jpeg) == Array(Self.bare.dropLast(2)) + Self.scan + [0xFF, 0xD9])
    }

    @Test(arguments: [
        // Red, green and blue: a JFIF segment would make luma and chroma of them.
        jpeg(adobe(0)), jpeg(names: Array("RGB".utf8)), jpeg(names: [1, 2, 3, 4]), jpeg(adobe(2)), jpeg(names: [1, 2]),
        // Arithmetic and lossless coding; no marker where one has to be.
        jpeg(segment(0xC9, [8, 0, 8, 0, 8, 1, 1, 0x11, 0])), jpeg(segment(0xC3, [8, 0, 8, 0, 8, 1, 1, 0x11, 0])),
        jpeg([0, 0]),
    ])
    func `a JPEG that would look different is not copied`(bytes: [UInt8]) throws {
        #expect(try copy(bytes, as: .jpeg) == nil)
    }

    private static func chunk(_ name: String, _ content: [UInt8] = [1]) -> [UInt8] {
        [0, 0, 0, UInt8(content.count)] + Array(name.utf8) + content + [9, 9, 9, 9]
    }

    private static func png(_ chunks: [String]) -> [UInt8] {
        [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + chunks.flatMap { chunk($0) }
    }

    @Test func `a PNG keeps what its look depends on`() throws {
        let kept = ["IHDR", "gAMA", "sRGB", "PLTE", "tRNS", "acTL", "fcTL", "IDAT", "fdAT", "IEND"]
        #expect(try copy(Self.png(kept), as: .png) == Self.png(kept))
        let more = [
            "IHDR", "tEXt", "gAMA", "sRGB", "eXIf", "PLTE", "tRNS", "acTL", "fcTL", "IDAT", "zTXt", "fdAT", "IEND",
        ]
        #expect(try copy(Self.png(more) + Array("tail".utf8), as: .png) == Self.png(kept))
    }

    @Test(arguments: [
        ["IHDR", "iCCP", "IDAT", "IEND"], ["CgBI", "IHDR", "IDAT", "IEND"], ["IHDR", "NEWS", "IEND"],
        ["IHDR", "IDAT", "tEXt", "IDAT", "IEND"],
    ])
    func `a PNG that would look different is not copied`(chunks: [String]) throws {
        #expect(try copy(Self.png(chunks), as: .png) == nil)
    }

    private static let screen = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    private static let control: [UInt8] = [0x21, 0xF9, 4, 8, 10, 0, 0, 0]
    private static let image: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4C, 1, 0]
    private static let loop = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    private static let comment: [UInt8] = [0x21, 0xFE, 2, 65, 66, 0]
    private static let xmp = [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + [1, 60, 0]
    private static let text: [UInt8] = [0x21, 0x01, 1, 65, 0]

    @Test func `a GIF keeps pictures, timing and loop`() throws {
        let bare = Self.screen + Self.loop + Self.control + Self.image + Self.control + Self.image + [0x3B]
        #expect(try copy(bare, as: .gif) == bare)
        let more =
            Self.screen + Self.comment + Self.loop + Self.control + Self.xmp + Self.image + [0] + Self.control
            + Self.text + Self.control + Self.image + [0x3B] + Array("tail".utf8)
        #expect(try copy(more, as: .gif) == bare)
    }

    /// The data of an image of one pixel: its codes are the one that begins, a colour, and the one that ends.
    @Test(
        arguments: [
            ([2, 0x4C, 1, 0], [2, 0x4C, 1, 0]), ([1, 0x4C, 1, 1, 0], [1, 0x4C, 1, 1, 0]),
            ([5, 0x4C, 1, 65, 66, 67, 0], [2, 0x4C, 1, 0]), ([2, 0x4C, 1, 3, 65, 66, 67, 1, 7, 0], [2, 0x4C, 1, 0]),
            // A second colour for a single pixel, and none that ends them; then bytes that no code is in.
            ([3, 0x4C, 0x12, 0, 0], [1, 0x4C, 0]), ([2, 0x0C, 0, 0], [1, 0x0C, 0]), ([1, 0x4C, 0], [1, 0x4C, 0]),
            // Three clear ones before the end.
            ([3, 0x0C, 0xC9, 2, 0], [3, 0x0C, 0xC9, 2, 0]),
        ] as [([UInt8], [UInt8])]) func `the data of a GIF's image end with its pixels`(
            data: [UInt8], kept: [UInt8]
        ) throws
    {
        let head = Self.screen + Self.image.prefix(11)
        let file = head + data + Self.control + Self.image + [0x3B]
        #expect(try copy(file, as: .gif) == head + kept + Self.control + Self.image + [0x3B])
    }

    @Test func `a GIF without its end mark gets one`() throws {
        let bare = Self.screen + Self.image
        #expect(try copy(bare, as: .gif) == bare + [0x3B])
    }

    @Test func `no damage to a file does more than fail`() throws {
        let gif = Self.screen + Self.loop + Self.comment + Self.control + Self.image + [0x3B]
        let files: [(MediaKind, [UInt8])] = [
            (.jpeg, Self.jpeg(Self.adobe(1), tail: [1])), (.png, Self.png(["IHDR", "tEXt", "IDAT", "IEND"])),
            (.gif, gif),
        ]
        for (kind, bytes) in files {
            for length in 0..<bytes.count { _ = try? copy(Array(bytes[..<length]), as: kind) }
            for index in bytes.indices {
                for value in [UInt8(0), 0x7F, 0xFF, bytes[index] ^ 1] {
                    var damaged = bytes
                    damaged[index] = value
                    _ = try? copy(damaged, as: kind)
                }
            }
        }
    }

    @Test(arguments: [(MediaKind.jpeg, 20), (.png, 20), (.gif, 25)])
    func `a file cut short is a fault and not a shorter copy`(kind: MediaKind, length: Int) throws {
        let gif = Self.screen + Self.image + [0x3B]
        let bytes = kind == .jpeg ? Self.jpeg() : kind == .png ? Self.png(["IHDR", "IDAT", "IEND"]) : gif
        #expect(throws: RasterFault.self) { try copy(Array(bytes.prefix(length)), as: kind) }
    }
}
