internal import Testing

@testable internal import Rendering

struct TIFFColoursTests {
    /// A directory of three entries, of which the last two say LZW and luma and chroma.
    private static func file(isLittle: Bool, isLarge: Bool) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isLittle ? bytes : bytes.reversed()
        }
        let wide = isLarge ? 8 : 4
        let head = Array((isLittle ? "II" : "MM").utf8) + number(isLarge ? 43 : 42, 2)
        let start = isLarge ? number(8, 2) + number(0, 2) + number(16, 8) : number(8, 4)
        let entries = [(256, 100), (259, 5), (262, 6)].flatMap { tag, value in
            number(tag, 2) + number(3, 2) + number(1, wide) + number(value, 2) + number(0, wide - 2)
        }
        return head + start + number(3, isLarge ? 8 : 2) + entries + number(0, wide)
    }

    @Test(arguments: [true, false], [true, false])
    func `how a TIFF is coded is read in every form`(isLittle: Bool, isLarge: Bool) throws {
        let bytes = Self.file(isLittle: isLittle, isLarge: isLarge)
        let coding = try unsafe bytes.withUnsafeBytes { try unsafe TIFFColours.coding(of: CodedBytes($0)) }
        #expect(coding.compression == 5 && coding.photometric == 6)
    }

    @Test(arguments: [true, false], [true, false])
    func `a directory that is cut short is a fault`(isLittle: Bool, isLarge: Bool) {
        let bytes = Self.file(isLittle: isLittle, isLarge: isLarge)
        for length in 0..<bytes.count - 8 {
            #expect(throws: RasterFault.self) {
                try unsafe Array(bytes[..<length]).withUnsafeBytes { try unsafe TIFFColours.coding(of: CodedBytes($0)) }
            }
        }
    }
}
