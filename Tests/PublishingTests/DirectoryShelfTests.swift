import AttachmentModel
import Digests
import FlowControl
import FoundationEssentials
import Glibc
import Handover
import Synchronization
import TestSupport
import Testing

@testable import Publishing

struct DirectoryShelfTests {
    private func publish(_ rendition: consuming Rendition, on shelf: DirectoryShelf, copyPath: String? = nil)
        async
        throws(PreparationError) -> Publication
    {
        try await shelf.publish(rendition, copyPath: copyPath, until: Deadline(in: .seconds(60)))
    }

    @Test func `a rendition is named by its bytes and its type`() async throws {
        try await TemporaryFolder.with { folder in
            let shelf = DirectoryShelf(
                folder: folder + "/a/shelf",
                address: try ShelfAddress(base: "https://cdn.example.com", allowHTTP: false))
            let publication = try await publish(try testRendition("abc"), on: shelf)
            let name = "ba/ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad.jpg"
            #expect(publication.url == "https://cdn.example.com/" + name)
            #expect(publication.digest == SHA256.digest(of: "abc"))
            #expect(publication.isPublic)
            #expect(TemporaryFolder.files(below: folder + "/a/shelf") == [name])
        }
    }

    @Test func `what is given out is promised for 35 days from then on, and kept for longer`() async throws {
        try await TemporaryFolder.with { folder in
            let shelf = DirectoryShelf(folder: folder, address: nil)
            let rendition = try testRendition("abc")
            let (facts, days) = (rendition.facts, 35.0 * 86_400)
            let least = Date.now.addingTimeInterval(days - 1)
            let first = try await publish(rendition, on: shelf)
            let renewed = try #require(await shelf.renew(digest: first.digest, facts: facts))
            for promise in [first.expiresAt, renewed.expiresAt] {
                #expect(try Date(promise, strategy: .iso8601) >= least, "\(promise)")
            }
            #expect(DirectoryShelf.retention >= Int(days) + DirectoryShelf.renewalInterval)
        }
    }

    @Test func `publishing the same bytes twice is one file`() async throws {
        try await TemporaryFolder.with { folder in
            let shelf = DirectoryShelf(folder: folder, address: nil)
            let first = try await publish(try testRendition("abc"), on: shelf)
            let second = try await publish(try testRendition("abc"), on: shelf)
            #expect(first.url == second.url)
            #expect(first.url.hasPrefix("file:///"))
            #expect(TemporaryFolder.files(below: folder).count == 1)
        }
    }

    @Test func `what was just published is there, although a collection comes at the same moment`() async throws {
        try await TemporaryFolder.with { folder in
            let shelf = DirectoryShelf(folder: folder, address: nil)
            let name = try await publish(try testRendition("abc"), on: shelf).url.split(separator: "/").suffix(2)
            let path = folder + "/" + name.joined(separator: "/")
            for _ in 0..<150 {
                let old = [timespec(tv_sec: 1_000_000, tv_nsec: 0), timespec(tv_sec: 1_000_000, tv_nsec: 0)]
                #expect(unsafe utimensat(AT_FDCWD, path, old, 0) == 0)
                let order = CollectionOrder(now: Int(time(nil)), removes: true, verifies: false) { _ in nil }
                async let collection = try? shelf.collect(order)
                async let publication = publish(try testRendition("abc"), on: shelf)
                _ = try await publication
                #expect(await collection != nil)
                #expect(unsafe access(path, F_OK) == 0)
            }
        }
    }

    @Test func `a file that web servers may read, and nobody may write`() async throws {
        try await TemporaryFolder.with { folder in
            _ = try await publish(try testRendition("abc"), on: DirectoryShelf(folder: folder, address: nil))
            var status = stat()
            #expect(unsafe stat(folder + "/" + TemporaryFolder.files(below: folder)[0], &status) == 0)
            #expect(status.st_mode & 0o777 == 0o644)
        }
    }

    @Test func `bytes that are not the expected ones are not published`() async throws {
        try await TemporaryFolder.with { folder in
            let shelf = DirectoryShelf(folder: folder, address: nil)
            let code = await problemCode {
                _ = try await publish(try testRendition("abc", expectedDigest: "other"), on: shelf)
            }
            #expect(code == .sourceUnreadable)
            #expect(TemporaryFolder.files(below: folder).isEmpty)
        }
    }

    @Test func `the copy replaces what was there`() async throws {
        try await TemporaryFolder.with { folder in
            let copy = folder + "/out.jpg"
            let shelf = DirectoryShelf(folder: folder + "/shelf", address: nil)
            _ = try await publish(try testRendition("old"), on: shelf, copyPath: copy)
            _ = try await publish(try testRendition("newer"), on: shelf, copyPath: copy)
            var status = stat()
            #expect(unsafe stat(copy, &status) == 0)
            #expect(status.st_size == 5)
            #expect(TemporaryFolder.files(below: folder).count == 3)
        }
    }

    @Test(arguments: ["folder", "missing/out.jpg", "pipe", "link"])
    func `a copy that has no place leaves the shelf empty`(name: String) async throws {
        try await TemporaryFolder.with { folder in
            #expect(unsafe mkdir(folder + "/folder", 0o755) == 0)
            #expect(unsafe mkfifo(folder + "/pipe", 0o644) == 0)
            #expect(unsafe symlink("/nonexistent", folder + "/link") == 0)
            let shelf = DirectoryShelf(folder: folder + "/shelf", address: nil)
            let code = await problemCode {
                _ = try await publish(try testRendition("abc"), on: shelf, copyPath: folder + "/" + name)
            }
            #expect(code == .publishDenied)
            #expect(TemporaryFolder.files(below: folder + "/shelf").isEmpty)
        }
    }

    @Test(arguments: ["/proc/shelf", "/dev/null/shelf"])
    func `a shelf that cannot be written says so`(folder: String) async throws {
        let shelf = DirectoryShelf(folder: folder, address: nil)
        let code = await problemCode {
            _ = try await publish(try testRendition("abc"), on: shelf)
        }
        #expect(code == .publishDenied)
    }

    @Test func `what may not appear is refused before it is there, and goes again when that is found out later`()
        async throws
    {
        try await TemporaryFolder.with { folder in
            let asked = Mutex(0)
            for allowed in 0..<2 {
                asked.withLock { $0 = 0 }
                let shelf = DirectoryShelf(folder: folder, address: nil) { (digest) throws(PreparationError) in
                    #expect(digest == SHA256.digest(of: "abc"))
                    #expect(TemporaryFolder.files(below: folder).count == asked.withLock { $0 })
                    asked.withLock { $0 += 1 }
                    if asked.withLock({ $0 }) > allowed { throw PreparationError(.sourceWithdrawn) }
                }
                #expect(
                    await problemCode { _ = try await publish(try testRendition("abc"), on: shelf) } == .sourceWithdrawn
                )
                #expect(TemporaryFolder.files(below: folder).isEmpty)
            }
        }
    }

    @Test func `nothing is published after the deadline`() async throws {
        try await TemporaryFolder.with { folder in
            let shelf = DirectoryShelf(folder: folder, address: nil)
            let rendition = try testRendition("abc")
            let code = await problemCode {
                _ = try await shelf.publish(rendition, copyPath: nil, until: Deadline(in: .zero))
            }
            #expect(code == .deadline)
            #expect(TemporaryFolder.files(below: folder).isEmpty)
        }
    }
}
