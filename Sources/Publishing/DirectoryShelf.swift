package import AttachmentModel
package import FlowControl
internal import FoundationEssentials
internal import Glibc
package import Handover
internal import Rulebook

/// A folder of published media and nothing else, which any web server can serve.
///
/// Names are digests: publishing the same bytes twice is one file, whoever does it and however often.
package struct DirectoryShelf: Sendable {
    /// The folder, as an absolute path.
    package let folder: String
    private let address: ShelfAddress
    private let lane = BlockingLane()

    /// - Parameter address: where the folder is served; without one, receipts carry `file:` URLs.
    package init(folder: String, address: ShelfAddress?) {
        let here = FileManager.default.currentDirectoryPath
        self.folder =
            folder.hasPrefix("/") ? folder : here + "/" + (folder.hasPrefix("./") ? folder.dropFirst(2) : folder[...])
        self.address = address ?? ShelfAddress(folder: self.folder)
    }

    /// Writes a rendition, durable and whole, and says where it is.
    ///
    /// - Parameter copyPath: a file that gets the same bytes besides.
    package func publish(
        _ rendition: borrowing Rendition, copyPath: String?, until deadline: Deadline
    ) async throws(PreparationError) -> Publication {
        guard !deadline.hasPassed() else { throw PreparationError(.deadline, stage: .publish) }
        guard let descriptor = rendition.descriptor.duplicate() else {
            throw PreparationError(.overloaded, "No descriptor is left for publishing", stage: .publish)
        }
        let facts = rendition.facts
        let expected = rendition.expectedDigest
        let outcome = await lane.run(until: deadline) {
            Result { () throws(PreparationError) in
                guard let copyPath else { return try store(descriptor, facts: facts, expected: expected) }
                // The copy is ready before the shelf is touched: a place that takes no file leaves nothing published.
                let copy = try PlacedCopy(of: descriptor, count: facts.bytes, at: copyPath)
                let digest = try store(descriptor, facts: facts, expected: expected)
                try copy.appear()
                return digest
            }
        }
        // A disk that hangs keeps its thread; what it still writes later is whole, and named by its bytes.
        guard let digest = try outcome?.get() else { throw PreparationError(.deadline, stage: .publish) }
        return publication(of: ShelfKey(digest: digest, fileExtension: facts.kind.fileExtension), digest)
    }

    /// Finds a file that was published before and makes it stay as if it were new; `nil` when it is not there any more.
    package func renew(digest: String, facts: MediaFacts) async -> Publication? {
        let key = ShelfKey(digest: digest, fileExtension: facts.kind.fileExtension)
        let file = ShelfFile(path: folder + "/" + key.path)
        let isThere = await lane.run { file.renew(expecting: facts.bytes, now: Self.now) }
        return isThere ? publication(of: key, digest) : nil
    }

    /// Where a file with this digest lies, if it is there.
    package func path(digest: String, facts: MediaFacts) -> String {
        folder + "/" + ShelfKey(digest: digest, fileExtension: facts.kind.fileExtension).path
    }

    private func publication(of key: ShelfKey, _ digest: String) -> Publication {
        let expiry = Date().addingTimeInterval(Double(Rulebook.daysKept) * 86_400)
        return Publication(
            url: address.url(for: key), digest: digest, expiresAt: expiry.formatted(.iso8601),
            isPublic: address.isPublic)
    }

    static var now: Int { Int(Date().timeIntervalSince1970) }

    /// Finds out whether a file could be published, and leaves none.
    package func probe() async throws(PreparationError) {
        try await lane.run { () throws(PreparationError) in
            try Self.makeFolder(folder)
            _ = try StagedFile(in: folder)
        }
    }

    private func store(_ descriptor: borrowing OwnedDescriptor, facts: MediaFacts, expected: String?)
        throws(PreparationError) -> String
    {
        try Self.makeFolder(folder)
        var staged = try StagedFile(in: folder)
        let digest = try staged.fill(from: descriptor, count: facts.bytes)
        if let expected, digest != expected {
            throw PreparationError(.sourceUnreadable, "The file changed while it was read")
        }
        let key = ShelfKey(digest: digest, fileExtension: facts.kind.fileExtension)
        let home = folder + "/" + key.folder
        let file = folder + "/" + key.path
        // The same bytes are there already; they stay for as long as if they were new.
        if ShelfFile(path: file).renew(expecting: facts.bytes, now: Self.now) { return digest }
        try Self.makeFolder(home)
        try staged.appear(at: file, in: folder)
        try Self.settle(home)
        try Self.settle(folder)
        return digest
    }

    private static func makeFolder(_ path: String) throws(PreparationError) {
        guard Folder.make(path, mode: 0o755) else { throw PublishingFault.last(path) }
    }

    /// Makes a new name in a folder outlive a power cut.
    private static func settle(_ folder: String) throws(PreparationError) {
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw PublishingFault.last(folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw PublishingFault.last(folder) }
    }
}
