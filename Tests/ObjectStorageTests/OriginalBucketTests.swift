internal import Affix
internal import AttachmentModel
internal import Foundation
internal import Handover
internal import ObjectStorage
internal import TestSupport
internal import Testing

@testable internal import Publishing

/// Kept uploads in a real storage.
@Suite(.objectServer, .serialized, .timeLimit(.minutes(3)))
struct OriginalBucketTests {
    private static let day = 86_400
    private static var now: Int { Int(Date().timeIntervalSince1970) }

    /// A store below a prefix of its own.
    private func originals(days: Int = 30, most: Int = 10, in folder: String = "/nowhere") throws -> OriginalBucket {
        let server = try #require(ObjectServer.current)
        return OriginalBucket(
            try server.store(), root: ObjectName(bucket: ObjectServer.bucket, key: "private/" + UUID().uuidString),
            days: days, most: most, spools: SpoolRoom(folder: folder, bytes: 10_000_000), budget: .seconds(30))
    }

    private static func file(_ bytes: [UInt8]) throws -> HeldFile {
        var spool = try Spool(in: SpoolRoom(folder: NSTemporaryDirectory(), bytes: 10_000_000))
        let outcome = unsafe bytes.withUnsafeBytes { bytes in
            Result { () throws(PreparationError) in try unsafe spool.append(bytes) }
        }
        try outcome.get()
        return HeldDownload(spool.finish()).file
    }

    private static func bytes(of descriptor: borrowing OwnedDescriptor) -> [UInt8]? {
        guard let count = descriptor.fileSize else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        return unsafe pread(descriptor.number, &bytes, count, 0) == count ? bytes : nil
    }

    @Test func `an original is kept once, given back unchanged, and removed`() async throws {
        try await TemporaryFolder.with { folder in
            let store = try originals(most: 3_000_000, in: folder)
            // More than is held in memory on its way.
            for bytes in [Array("hello".utf8), (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }] {
                let file = try Self.file(bytes)
                let now = Self.now
                #expect(try await store.keep(file, now: now) == now + 30 * Self.day)
                #expect(try await store.keep(file, now: now) == now + 30 * Self.day)
                let isSame = Self.bytes(of: try present(try await store.open(file.digest))) == bytes
                #expect(isSame)
                #expect(try await store.remove(file.digest))
                #expect(try await !store.remove(file.digest))
                let isThere = try await store.open(file.digest) != nil
                #expect(!isThere)
            }
            for name in ["", "x", "../private"] {
                let isThere = try await store.open(name) != nil
                #expect(!isThere)
            }
        }
    }

    @Test func `what one machine keeps another gives back, until it is withdrawn`() async throws {
        let server = try #require(ObjectServer.current)
        try await TemporaryFolder.with { folder in
            func machine(_ name: String) throws -> Preparer {
                var settings = PreparerConfiguration()
                (settings.shelf, settings.state) = (folder + "/shelf", folder + "/" + name)
                settings.originals = "s3://\(ObjectServer.bucket)/private/" + folder.suffix(8)
                settings.variables = server.variables()
                settings.budgets = .provoking()
                return try Preparer(settings)
            }
            let file = try Self.file(Array("hello".utf8))
            _ = try await machine("one").keepOriginal(file)
            let other = try machine("two")
            let bytes = Self.bytes(of: try present(try await other.original(file.digest)))
            #expect(bytes == Array("hello".utf8))
            #expect(try await other.collect().expiredOriginals == 0)
            #expect(try await other.withdraw(file.digest).removed == 1)
            let isThere = try await other.original(file.digest) != nil
            #expect(!isThere)
        }
    }

    @Test func `originals have their room, to the byte`() async throws {
        let store = try originals()
        for text in ["hello", "world", "hello"] {
            _ = try await store.keep(try Self.file(Array(text.utf8)), now: Self.now)
        }
        let code = await problemCode { _ = try await store.keep(try Self.file([33]), now: Self.now) }
        #expect(code == .publishNoSpace)
    }

    @Test func `originals are collected when their time is up, and not before`() async throws {
        let store = try originals(days: 1)
        let file = try Self.file(Array("hello".utf8))
        _ = try await store.keep(file, now: Self.now)
        #expect(try await store.collect(now: Self.now, removes: true).kept == 1)
        let later = Self.now + 3 * Self.day
        let found = try await store.collect(now: later, removes: false)
        #expect(found.expired == 1 && found.expiredBytes == 5)
        let isThere = try await store.open(file.digest) != nil
        #expect(isThere)
        #expect(try await store.collect(now: later, removes: true).expired == 1)
        let isLeft = try await store.open(file.digest) != nil
        #expect(!isLeft)
    }
}
