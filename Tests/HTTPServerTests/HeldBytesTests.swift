internal import HTTPServer
internal import Handover
internal import TestSupport
internal import Testing

struct HeldBytesTests {
    private static func file(of count: Int) throws -> OwnedDescriptor {
        let file = try present(OwnedDescriptor.memory(named: "test"))
        var bytes = [UInt8](repeating: 7, count: count)
        _ = unsafe bytes.withUnsafeMutableBytes { unsafe file.append(UnsafeRawBufferPointer($0)) }
        return file
    }

    @Test func `a file is held with all its bytes, or not at all`() throws {
        let file = try Self.file(of: 9)
        #expect(HeldBytes(file, count: 9)?.count == 9)
        #expect(HeldBytes(file, count: 10) == nil)
        #expect(HeldBytes(file, count: 0)?.count == 0)
    }

    @Test func `a file that is shorter than it was leaves nothing behind`() throws {
        let count = 4 << 20
        let file = try Self.file(of: count - 1)
        _ = HeldBytes(file, count: count)
        ResidentMemory.forgetPeak()
        let before = ResidentMemory.peak
        for _ in 0..<16 { #expect(HeldBytes(file, count: count) == nil) }
        #expect(ResidentMemory.peak - before < 4 * count)
    }
}
