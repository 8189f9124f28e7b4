internal import ForeignBytes
internal import Testing

struct WalkTests {
    private static func big(_ value: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(value >> (8 * $0) & 0xFF) } }
    private static func box(_ name: String, _ body: [UInt8], size: Int? = nil) -> [UInt8] {
        big(size ?? 8 + body.count) + Array(name.utf8) + body
    }

    /// Names of the boxes, with a mark at what is cut or stray; the last is the fault, if there is one.
    private static func names(_ bytes: [UInt8], isOutermost: Bool) -> [String] {
        unsafe bytes.withUnsafeBytes { bytes in
            var walk = BoxWalk(unsafe ByteWindow(file: bytes), isOutermost: isOutermost)
            var names: [String] = []
            do throws(Fault) {
                while let box = try walk.next() {
                    names.append(box.name.text + (box.isCut ? " cut" : "") + (box.isStray ? " stray" : ""))
                }
            } catch {
                names.append("fault")
            }
            return names
        }
    }

    @Test(arguments: [
        (box("free", []) + box("moov", [1]), ["free", "moov"], ["free", "moov"]),
        (box("free", []) + [0, 0, 0], ["free"], ["free"]),
        (box("mdat", [1, 2], size: 0), ["mdat"], []),
        (box("mdat", [1, 2], size: 99), ["mdat cut"], ["fault"]),
        (box("html", [1, 2], size: 99), ["html cut stray"], ["fault"]),
        (box("\u{1}\u{2}\u{3}\u{4}", []), [".... stray"], [".... stray"]),
        (box("free", [], size: 7), ["fault"], ["fault"]),
        (big(1) + Array("mdat".utf8) + big(0) + big(18) + [1, 2], ["mdat"], ["mdat"]),
        (big(1) + Array("mdat".utf8) + big(-1) + big(-1), ["fault"], ["fault"]),
    ])
    func `boxes are told apart, outermost and inside`(bytes: [UInt8], outermost: [String], inside: [String]) {
        #expect(Self.names(bytes, isOutermost: true) == outermost)
        #expect(Self.names(bytes, isOutermost: false) == inside)
    }

    @Test func `a box is found on the way inwards, and knows its place`() throws {
        let bytes =
            Self.box("free", []) + Self.box("moov", Self.box("udta", []) + Self.box("trak", Self.box("tkhd", [7])))
        unsafe bytes.withUnsafeBytes { bytes in
            let file = unsafe ByteWindow(file: bytes)
            #expect((try? file.box("moov", "trak", "tkhd"))??.start == 40)
            let missing = (try? file.box("moov", "mdia")) ?? nil
            #expect(missing?.count == nil)
            #expect((try? file.need("moov"))?.count == 25 && (try? file.need("mdat")) == nil)
        }
    }

    /// Name and size of each chunk of a file with such a head.
    private static func chunks(_ size: [UInt8], _ chunks: [UInt8], long: Int? = nil) -> [String] {
        let bytes = Array("RIFF".utf8) + size + Array("WAVE".utf8) + chunks
        return unsafe bytes.withUnsafeBytes { bytes in
            var walk = ChunkWalk(unsafe ByteWindow(file: bytes), at: 12)
            var found: [String] = []
            while let chunk = (try? walk.next(override: long)) ?? nil {
                found.append(
                    "\(chunk.name.text) \(chunk.size == Chunk.open ? "open" : String(chunk.size)) \(chunk.body.count)")
            }
            return found
        }
    }

    private static let data = Array("data".utf8)

    @Test func `chunks begin at even places`() {
        let bytes = Array("note".utf8) + [3, 0, 0, 0, 1, 2, 3, 0] + Self.data + [2, 0, 0, 0, 1, 2]
        #expect(Self.chunks([9, 0, 0, 0], bytes) == ["note 3 3", "data 2 2"])
    }

    @Test func `a length that was never filled in reaches to the end`() {
        #expect(Self.chunks([0, 0, 0, 0], Self.data + [0, 0, 0, 0, 1, 2]) == ["data open 2"])
        #expect(Self.chunks([14, 0, 0, 0], Self.data + [0, 0, 0, 0, 1, 2]) == ["data 0 0"])
        #expect(Self.chunks([9, 0, 0, 0], Self.data + [0xFF, 0xFF, 0xFF, 0xFF, 1, 2]) == ["data open 2"])
        #expect(Self.chunks([9, 0, 0, 0], Self.data + [0xFF, 0xFF, 0xFF, 0xFF, 1, 2], long: 1) == ["data 1 1"])
    }
}
