import Foundation
import Handover
import TestSupport
import Testing

/// Where renditions go on their way.
struct EmptyFileTests {
    @Test func `a small one goes into memory and makes no folder`() async throws {
        try await TemporaryFolder.with { folder in
            let room = SpoolRoom(folder: folder + "/state", bytes: 0)
            #expect(room.emptyFile(expecting: 1 << 20)?.fileSize == 0)
            #expect(!FileManager.default.fileExists(atPath: folder + "/state"))
        }
    }

    @Test func `a large one goes into a file without a name`() async throws {
        try await TemporaryFolder.with { folder in
            let room = SpoolRoom(folder: folder + "/state", bytes: 0)
            #expect(room.emptyFile(expecting: (1 << 20) + 1)?.fileSize == 0)
            #expect(FileManager.default.fileExists(atPath: folder + "/state"))
            #expect(TemporaryFolder.files(below: folder).isEmpty)
        }
    }

    @Test func `without a place for files there is memory`() {
        #expect(SpoolRoom(folder: "/proc/nonexistent", bytes: 0).emptyFile(expecting: 1 << 30)?.fileSize == 0)
    }
}
