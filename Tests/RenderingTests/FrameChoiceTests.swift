internal import AttachmentModel
internal import Glibc
internal import Handover
internal import TestSupport
internal import Testing

@testable internal import Rendering

struct FrameChoiceTests {
    /// A bitmap of 5 by 4 whose pixels are grey: half of them darker, half of them lighter by so much.
    private func bitmap(_ middle: Int, _ spread: Int) -> [UInt8] {
        func number(_ value: Int, _ count: Int = 4) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
        let head =
            Array("BM".utf8) + number(54 + 64) + number(0) + number(54) + number(40) + number(5) + number(4)
            + number(1, 2) + number(24, 2) + number(0) + number(64) + number(0) + number(0) + number(0) + number(0)
        // 15 bytes of pixels and one that fills the row up.
        var rows: [UInt8] = []
        for row in 0..<4 {
            rows += [UInt8](repeating: UInt8(row % 2 == 0 ? middle - spread : middle + spread), count: 15) + [255]
        }
        return head + rows
    }

    private func stream(_ bytes: [UInt8]) throws -> OwnedDescriptor {
        let memory = try present(OwnedDescriptor.memory(named: "frames"))
        _ = unsafe bytes.withUnsafeBytes { unsafe memory.append($0) }
        lseek(memory.number, 0, SEEK_SET)
        return memory
    }

    private func pick(_ bytes: [UInt8], mostPixels: Int = 20) throws -> (pick: FramePick, bitmap: [UInt8], rest: Int) {
        let stream = try stream(bytes)
        let output = try present(OwnedDescriptor.memory(named: "frame"))
        let pick = try Renderer(threads: 1).pickFrame(from: stream, mostPixels: mostPixels, into: output)
        lseek(output.number, 0, SEEK_SET)
        return (pick, output.next(1_000), stream.next(1_000).count)
    }

    @Test func `luma deviates from its mean as it should`() throws {
        let frame = try #require(try MovieFrame(from: try stream(bitmap(100, 30)), mostPixels: 20))
        #expect(frame.spread == 30 && frame.width == 5 && frame.height == 4)
        // Pure blue has a luma of 29 and pure green of 149 or 150 of 255.
        let (blue, green) = ([UInt8](arrayLiteral: 255, 0, 0), [UInt8](arrayLiteral: 0, 255, 0))
        let pair = MovieFrame(bytes: [UInt8](repeating: 0, count: 54) + blue + green + [0, 0], width: 2, height: 1)
        #expect(abs(pair.spread - 60) <= 1)
    }

    /// 1,024 rows of which a grid meets one in four: what deviates only there still counts.
    @Test func `of a large frame a grid is looked at, and counts for all of it`() {
        var bytes = [UInt8](repeating: 0, count: 54)
        for row in 0..<1_024 { bytes += [UInt8](repeating: row % 8 < 4 ? 40 : 160, count: 3 * 8) }
        let frame = MovieFrame(bytes: bytes, width: 8, height: 1_024)
        #expect(frame.spread == 60)
    }

    struct Row: CustomTestStringConvertible {
        let testDescription: String
        let spreads: [Int]
        let number: Int
        let isLively: Bool
        /// Frames that are never read.
        let unread: Int
    }

    @Test(arguments: [
        Row(testDescription: "the first is taken", spreads: [13, 90], number: 1, isLively: true, unread: 1),
        Row(
            testDescription: "black ones are passed over", spreads: [0, 0, 13, 90], number: 3, isLively: true, unread: 1
        ),
        Row(
            testDescription: "a fade is waited for", spreads: [2, 6, 12, 13, 50], number: 4, isLively: true, unread: 1),
        Row(testDescription: "the one that shows most", spreads: [1, 5, 3, 5], number: 2, isLively: false, unread: 0),
        Row(testDescription: "all black", spreads: [0, 0], number: 1, isLively: false, unread: 0),
    ])
    func `the first that shows something, else the one that shows most`(row: Row) throws {
        let frames = row.spreads.map { bitmap(128, $0) }
        let found = try pick(frames.flatMap { $0 })
        #expect(found.pick.number == row.number && found.pick.isLively == row.isLively)
        #expect(found.bitmap == frames[row.number - 1] && found.rest == row.unread * frames[0].count)
    }

    @Test func `what ends in the middle of a frame ends before it`() throws {
        #expect(try pick(bitmap(100, 5) + bitmap(100, 90).dropLast()).pick.number == 1)
    }

    @Test func `nothing, and too little, is no picture`() async throws {
        for bytes in [[], Array(bitmap(100, 30).dropLast())] {
            #expect(await problemCode { _ = try pick(bytes) } == .mediaNoPicture)
        }
    }

    /// Offsets in the head: mark, width, height, bits, compression.
    @Test(arguments: [(0, UInt8(0)), (18, 0), (18, 6), (22, 0), (21, 255), (28, 32), (30, 1), (10, 0)])
    func `a frame that ffmpeg would not draw is refused before its pixels are held`(offset: Int, byte: UInt8) async {
        var bytes = bitmap(100, 30)
        bytes[offset] = byte
        #expect(await problemCode { _ = try pick(bytes) } == .mediaCorrupt)
    }
}
