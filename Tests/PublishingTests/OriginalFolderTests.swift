internal import AttachmentModel
internal import Foundation
internal import Handover
internal import TestSupport
internal import Testing

@testable internal import Publishing

@Suite struct OriginalFolderTests {
    private static let now = 1_800_000_000

    @Test func `an original is kept once, and found by its digest alone`() async throws {
        try await TemporaryFolder.with { folder in
            let store = OriginalFolder(folder: folder + "/originals", days: 30, room: 10)
            let file = try Self.file("hello")
            #expect(try await store.keep(file, now: Self.now) == Self.now + 30 * 86_400)
            #expect(try await store.keep(file, now: Self.now) == Self.now + 30 * 86_400)
            #expect(TemporaryFolder.files(below: folder) == ["originals/" + file.digest])
            #expect(try store.open(file.digest)?.fileSize == 5)
            for name in ["", "x", "../" + file.digest, file.digest + ".jpg", file.digest.uppercased()] {
                #expect(try store.open(name)?.fileSize == nil)
            }
        }
    }

    @Test func `originals have their room, to the byte`() async throws {
        try await TemporaryFolder.with { folder in
            let store = OriginalFolder(folder: folder + "/originals", days: 30, room: 10)
            _ = try await store.keep(try Self.file("hello"), now: Self.now)
            _ = try await store.keep(try Self.file("world"), now: Self.now)
            let error = await #expect(throws: PreparationError.self) {
                try await store.keep(try Self.file("!"), now: Self.now)
            }
            #expect(error?.code == .publishNoSpace)
            // What is there already takes no more of it.
            _ = try await store.keep(try Self.file("world"), now: Self.now)
        }
    }

    @Test func `originals are collected when their time is up, and not before`() async throws {
        try await TemporaryFolder.with { folder in
            let store = OriginalFolder(folder: folder + "/originals", days: 1, room: 100)
            let (old, young) = (try Self.file("old"), try Self.file("young"))
            for file in [old, young] { _ = try await store.keep(file, now: Self.now) }
            let now = Int(Date().timeIntervalSince1970)
            let time = Date(timeIntervalSince1970: Double(now - 2 * 86_400 - 60))
            try FileManager.default.setAttributes(
                [.modificationDate: time], ofItemAtPath: folder + "/originals/" + old.digest)
            try Data().write(to: URL(filePath: folder + "/originals/foreign"))
            let found = await store.collect(now: now, removes: false)
            #expect(found.expired == 1 && found.expiredBytes == 3 && found.kept == 1)
            #expect(TemporaryFolder.files(below: folder).count == 3)
            #expect(await store.collect(now: now, removes: true).expired == 1)
            #expect(
                TemporaryFolder.files(below: folder).sorted()
                    == ["originals/" + young.digest, "originals/foreign"].sorted())
        }
    }

    private static func file(_ text: String) throws -> HeldFile {
        var spool = try Spool(in: SpoolRoom(folder: "/nowhere", bytes: 1_000))
        let bytes = Array(text.utf8)
        let outcome = unsafe bytes.withUnsafeBytes { bytes in
            Result { () throws(PreparationError) in try unsafe spool.append(bytes) }
        }
        try outcome.get()
        return HeldDownload(spool.finish()).file
    }
}
