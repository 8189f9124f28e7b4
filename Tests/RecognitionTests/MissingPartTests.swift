internal import AttachmentModel
internal import ForeignBytes
internal import Testing

@testable internal import Recognition

struct MissingPartTests {
    private func box(_ name: String, _ count: Int) -> [UInt8] {
        let size = UInt32(count)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + Array(name.utf8)
            + [UInt8](repeating: 0, count: count - 8)
    }

    private func missing(_ bytes: [UInt8], _ kind: MediaKind, _ held: [Range<Int>]) -> Range<Int>? {
        unsafe bytes.withUnsafeBytes { MissingPart(file: unsafe ByteWindow(file: $0), held: held).range(of: kind) }
    }

    @Test(
        arguments: [
            // Samples at the end: nothing but their head is looked at.
            ([("ftyp", 32), ("moov", 400), ("mdat", 9_000)], [0..<500], nil),
            ([("ftyp", 32), ("moov", 400), ("mdat", 9_000)], [0..<432], 432..<448),
            ([("ftyp", 32), ("moov", 400), ("mdat", 9_000)], [0..<40], 40..<48),
            ([("ftyp", 32), ("moov", 400), ("mdat", 9_000)], [0..<100], 100..<432),
            // Samples first: the head behind them, then what it announces.
            ([("ftyp", 32), ("mdat", 9_000), ("moov", 400)], [0..<500], 9_032..<9_048),
            ([("ftyp", 32), ("mdat", 9_000), ("moov", 400)], [0..<500, 9_032..<9_048], 9_048..<9_432),
            ([("ftyp", 32), ("mdat", 9_000), ("moov", 400)], [0..<500, 9_032..<9_432], nil),
            ([("ftyp", 32), ("mdat", 9_000), ("moov", 400)], [0..<500, 9_032..<9_100, 9_200..<9_432], 9_100..<9_200),
            ([("ftyp", 32), ("free", 9_000), ("wide", 8), ("mdat", 300)], [0..<500, 9_032..<9_100], nil),
        ] as [([(String, Int)], [Range<Int>], Range<Int>?)])
    func `of a movie everything but the samples is needed`(
        boxes: [(String, Int)], held: [Range<Int>], needed: Range<Int>?
    ) {
        #expect(missing(boxes.flatMap { box($0.0, $0.1) }, .mp4, held) == needed)
    }

    @Test func `a wide size and one that reaches to the end are followed`() {
        var wide = box("mdat", 9_000)
        wide.replaceSubrange(0..<16, with: [0, 0, 0, 1] + Array("mdat".utf8) + [0, 0, 0, 0, 0, 0, 0x23, 0x28])
        #expect(missing(box("ftyp", 32) + wide + box("moov", 100), .mp4, [0..<500]) == 9_032..<9_048)
        var endless = box("mdat", 9_000)
        endless[2...3] = [0, 0]
        #expect(missing(box("ftyp", 32) + endless, .mp4, [0..<500]) == nil)
    }

    @Test func `nonsense is left to the reader`() {
        let tiny: [UInt8] = [0, 0, 0, 4] + Array("mdat".utf8) + [UInt8](repeating: 0, count: 900)
        #expect(missing(box("ftyp", 32) + tiny, .mp4, [0..<100]) == nil)
        let beyond: [UInt8] = [0, 0, 0, 1] + Array("mdat".utf8) + [0x7F] + [UInt8](repeating: 0xFF, count: 7)
        #expect(missing(box("ftyp", 32) + beyond + Array(repeating: 1, count: 900), .mp4, [0..<100]) == nil)
    }

    @Test func `chunks are walked in both orders of bytes`() {
        func chunk(_ name: String, _ count: Int, isLittle: Bool) -> [UInt8] {
            let size = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
            return Array(name.utf8) + (isLittle ? size.reversed() : size)
                + [UInt8](repeating: 0, count: count + count % 2)
        }
        func file(_ samples: String, isLittle: Bool) -> [UInt8] {
            [UInt8](repeating: 0, count: 12) + chunk("fmt ", 16, isLittle: isLittle)
                + chunk(samples, 8_999, isLittle: isLittle) + chunk("LIST", 50, isLittle: isLittle)
        }
        #expect(missing(file("data", isLittle: true), .wav, [0..<100]) == 9_044..<9_052)
        #expect(missing(file("data", isLittle: true), .wav, [0..<100, 9_044..<9_052]) == 9_052..<9_102)
        #expect(missing(file("SSND", isLittle: false), .aiff, [0..<100]) == 9_044..<9_052)
    }

    @Test func `of any other kind everything is needed`() {
        #expect(missing([UInt8](repeating: 0, count: 900), .jpeg, [0..<100]) == 100..<900)
    }
}
