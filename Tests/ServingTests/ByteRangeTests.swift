internal import Testing

@testable internal import Serving

@Suite struct ByteRangeTests {
    @Test(
        arguments: [
            (nil, .whole), ("bytes=0-3", .part(0..<4)), ("bytes=4-", .part(4..<10)), ("bytes=-3", .part(7..<10)),
            ("bytes=8-99", .part(8..<10)), ("bytes=-99", .part(0..<10)), ("bytes=10-", .outside),
            ("bytes=-0", .outside),
            ("bytes=99999999999999999999-", .outside), ("bytes=8-99999999999999999999", .part(8..<10)),
            ("bytes=-99999999999999999999", .part(0..<10)), ("bytes=99999999999999999999-3", .whole),
            ("bytes=99999999999999999998-99999999999999999999", .outside), ("Bytes=0-3", .part(0..<4)),
            ("bytes=-", .whole), ("bytes=3-2", .whole), ("bytes=0-1,3-4", .whole),
            ("items=0-1", .whole), ("bytes=a-b", .whole), ("bytes=", .whole), ("bytes=+1-2", .whole),
        ] as [(String?, ByteRange)])
    func `a header asks for a part of ten bytes`(header: String?, range: ByteRange) {
        #expect(ByteRange(header, of: 10) == range)
    }
}
