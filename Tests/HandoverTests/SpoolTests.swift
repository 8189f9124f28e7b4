import AttachmentModel
import Digests
import Glibc
import Handover
import TestSupport
import Testing

struct SpoolTests {
    private func append(_ bytes: [UInt8], to spool: inout Spool) throws(PreparationError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        defer { unsafe buffer.deallocate() }
        unsafe buffer.copyBytes(from: bytes)
        try unsafe spool.append(UnsafeRawBufferPointer(buffer))
    }

    @Test(arguments: [0, 1, 1 << 20, (1 << 20) + 1, 3 << 20])
    func `what goes in comes out, in memory and beyond`(count: Int) async throws {
        try await TemporaryFolder.with { folder in
            let room = SpoolRoom(folder: folder + "/state/spools", bytes: 8 << 20)
            var spool = try Spool(in: room)
            var text = ""
            for start in stride(from: 0, to: count, by: 700_001) {
                let piece = String(repeating: "x", count: min(700_001, count - start))
                text += piece
                try append(Array(piece.utf8), to: &spool)
            }
            let download = spool.finish()
            #expect(download.count == count)
            #expect(download.descriptor.fileSize == count)
            #expect(download.digest == SHA256.digest(of: text))
            let mapped = try #require(MappedMedia(download.descriptor.number, count: count))
            #expect(unsafe mapped.withBytes { bytes in unsafe bytes.elementsEqual(text.utf8) })
            // The folder is made for the first spool that outgrows memory, and nothing in it has a name.
            #expect(TemporaryFolder.files(below: folder + "/state/spools").isEmpty)
        }
    }

    @Test func `a full room refuses, and takes again when a download goes`() throws {
        let room = SpoolRoom(folder: "/nonexistent", bytes: 10)
        do {
            var first = try Spool(in: room)
            try append([1, 2, 3, 4, 5, 6], to: &first)
            let download = first.finish()
            var second = try Spool(in: room)
            do throws(PreparationError) {
                try append([1, 2, 3, 4, 5, 6], to: &second)
                Issue.record("the room took more than it holds")
            } catch {
                #expect(error.code == .overloaded)
            }
            #expect(download.count == 6)
        }
        var third = try Spool(in: room)
        try append([UInt8](repeating: 0, count: 10), to: &third)
        #expect(third.count == 10)
    }

    @Test func `a state folder that cannot be written is the machine's fault`() throws {
        let room = SpoolRoom(folder: "/proc/nowhere", bytes: 8 << 20)
        var spool = try Spool(in: room)
        do throws(PreparationError) {
            try append([UInt8](repeating: 0, count: 2 << 20), to: &spool)
            Issue.record("a spool was written to nowhere")
        } catch {
            #expect(error.code == .configurationMachine)
        }
    }
}
