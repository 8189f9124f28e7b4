internal import Foundation
internal import Handover
internal import TestSupport
internal import Testing

struct MappedMediaTests {
    private func lent(_ count: Int, closing: [UInt8]) throws -> [UInt8] {
        let file = try present(OwnedDescriptor.memory(named: "mapped-media-test"))
        let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 % 251) }
        #expect(unsafe content.withUnsafeBytes { unsafe file.append($0) })
        let media = try present(MappedMedia(file.number, count: count, closing: closing))
        let bytes = unsafe media.withBytes { unsafe Array($0) }
        // The file itself stays as it was.
        let again = try present(MappedMedia(file.number, count: count))
        #expect(unsafe again.withBytes { unsafe Array($0) } == content)
        #expect(file.fileSize == count)
        return Array(bytes.dropFirst(count)) + (bytes.prefix(count) == content[...] ? [] : [0])
    }

    /// A page has 4096 bytes: the end may lie in the last page of the file, across it, or in one of its own.
    @Test(arguments: [1, 4_093, 4_094, 4_095, 4_096, 4_097, 1_000_000])
    func `an end of our own follows the bytes of the file and changes nothing`(count: Int) throws {
        #expect(try lent(count, closing: [0xFF, 0xD9]) == [0xFF, 0xD9])
        #expect(try lent(count, closing: []).isEmpty)
    }

    @Test func `a file of no bytes has no end either`() throws {
        #expect(try lent(0, closing: [0xFF, 0xD9]).isEmpty)
    }
}
