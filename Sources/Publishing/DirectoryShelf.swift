package import AttachmentModel
package import FlowControl
internal import FoundationEssentials
internal import Glibc
package import Handover

/// A folder of published media and nothing else, which any web server can serve.
///
/// Names are digests: publishing the same bytes twice is one file, whoever does it and however often.
package struct DirectoryShelf: Shelf {
    /// The folder, as an absolute path.
    package let folder: String
    let address: ShelfAddress
    private let admits: Admission
    let lane = BlockingLane()
    /// A movie of 50 MB is written in this time by the slowest of disks.
    private let disk = DiskLane(patience: .seconds(30))

    /// - Parameters:
    ///   - address: where the folder is served; without one, receipts carry `file:` URLs.
    ///   - admits: judges everything that is about to appear.
    package init(folder: String, address: ShelfAddress?, admits: @escaping Admission = { _ in }) {
        let here = FileManager.default.currentDirectoryPath
        self.folder =
            folder.hasPrefix("/") ? folder : here + "/" + (folder.hasPrefix("./") ? folder.dropFirst(2) : folder[...])
        self.address = address ?? ShelfAddress(folder: self.folder)
        self.admits = admits
    }

    package var place: String { folder }
    package var servedFolder: String? { folder }

    package func publish(
        _ rendition: borrowing Rendition, copyPath: String?, until deadline: Deadline
    ) async throws(PreparationError) -> Publication {
        guard !deadline.hasPassed() else { throw PreparationError(.deadline, stage: .publish) }
        guard let descriptor = rendition.descriptor.duplicate() else {
            throw PreparationError(.overloaded, "No descriptor is left for publishing", stage: .publish)
        }
        let facts = rendition.facts
        let expected = rendition.expectedDigest
        let written = try await disk.run(until: deadline) { () throws(PreparationError) in
            guard let copyPath else { return try store(descriptor, facts: facts, expected: expected) }
            // The copy is ready before the shelf is touched: a place that takes no file leaves nothing published.
            let copy = try PlacedCopy(of: descriptor, count: facts.bytes, at: copyPath)
            let digest = try store(descriptor, facts: facts, expected: expected)
            try copy.appear()
            return digest
        }
        // What a disk that hangs still writes later is whole, and named by its bytes.
        guard let digest = written else { throw PreparationError(.deadline, stage: .publish) }
        return Publication(of: ShelfKey(digest: digest, fileExtension: facts.kind.fileExtension), at: address)
    }

    package func renew(digest: String, facts: MediaFacts) async -> Publication? {
        let key = ShelfKey(digest: digest, fileExtension: facts.kind.fileExtension)
        let file = ShelfFile(path: folder + "/" + key.path)
        let isThere = await disk.run {
            do throws(PreparationError) { try admits(digest) } catch { return false }
            return file.renew(expecting: facts.bytes, now: Self.now)
        }
        return isThere == true ? Publication(of: key, at: address) : nil
    }

    package func published(digest: String, facts: MediaFacts) async throws(PreparationError) -> MediaSource {
        .file(path: folder + "/" + ShelfKey(digest: digest, fileExtension: facts.kind.fileExtension).path)
    }

    static var now: Int { Int(Date().timeIntervalSince1970) }

    package func probe() async throws(PreparationError) {
        try await lane.run { () throws(PreparationError) in
            _ = try Self.staged(in: folder)
        }
    }

    private func store(_ descriptor: borrowing OwnedDescriptor, facts: MediaFacts, expected: String?)
        throws(PreparationError) -> String
    {
        var staged = try Self.staged(in: folder)
        let digest = try staged.fill(from: descriptor, count: facts.bytes)
        if let expected, digest != expected {
            throw PreparationError(.sourceUnreadable, "The file changed while it was read")
        }
        try admits(digest)
        let key = ShelfKey(digest: digest, fileExtension: facts.kind.fileExtension)
        let home = folder + "/" + key.folder
        let file = folder + "/" + key.path
        // The same bytes are there already; they stay for as long as if they were new.
        if ShelfFile(path: file).renew(expecting: facts.bytes, now: Self.now) { return digest }
        let isNew = unsafe access(home, F_OK) != 0
        try Self.makeFolder(home)
        try staged.appear(at: file, in: folder)
        try Self.settle(home)
        // Each of these waits for the disk.
        if isNew { try Self.settle(folder) }
        do throws(PreparationError) {
            try admits(digest)
        } catch {
            guard ShelfFile(path: file).remove(unusedSince: .max) == nil, unsafe access(file, F_OK) == 0 else {
                throw error
            }
            throw error.noting("its file could not be removed from \(folder)")
        }
        return digest
    }

    /// Opens an empty file in a folder that is made where it is missing, which is hardly ever.
    private static func staged(in folder: String) throws(PreparationError) -> StagedFile {
        if let staged = try? StagedFile(in: folder) { return staged }
        try makeFolder(folder)
        return try StagedFile(in: folder)
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
