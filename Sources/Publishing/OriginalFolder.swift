package import AttachmentModel
internal import FlowControl
internal import FoundationEssentials
internal import Glibc
package import Handover

/// Kept uploads in a folder of their own.
package struct OriginalFolder: OriginalStore {
    private let folder: String
    /// Seconds that an original stays at least after it was last sent.
    private let promise: Int
    /// Bytes that all of them together may have.
    private let room: Int
    private let lane = BlockingLane()
    /// An upload of 50 MB is copied in this time by the slowest of disks.
    private let disk = DiskLane(patience: .seconds(30))

    package init(folder: String, days: Int, room: Int) {
        self.folder = folder
        self.promise = days * 86_400
        self.room = room
    }

    package func keep(_ file: HeldFile, now: Int) async throws(PreparationError) -> Int {
        try await disk.ask("kept originals") { () throws(PreparationError) in try kept(file, now: now) }
    }

    package func open(_ digest: String) throws(PreparationError) -> OwnedDescriptor? {
        guard ShelfKey.isDigest(digest) else { return nil }
        let number = unsafe Glibc.open(folder + "/" + digest, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard number >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw PublishingFault.last(folder + "/" + digest)
        }
        return OwnedDescriptor(owning: number)
    }

    package func remove(_ digest: String) async throws(PreparationError) -> Bool {
        try await disk.ask("kept originals") { () throws(PreparationError) in try removed(digest) }
    }

    package var digests: [String] { files().map(\.name) }

    package func collect(now: Int, removes: Bool) async -> ShelfCollection {
        await lane.run { collected(now: now, removes: removes) }
    }

    private func kept(_ file: HeldFile, now: Int) throws(PreparationError) -> Int {
        guard Folder.make(folder, mode: 0o700) else { throw PublishingFault.last(folder) }
        let path = folder + "/" + file.digest
        if ShelfFile(path: path).renew(expecting: file.count, now: now) { return now + promise }
        let used = files().reduce(0) { $0 + $1.bytes }
        guard file.count <= room - min(used, room) else {
            throw Self.full(room, used: used, file.count)
        }
        let download = try Download(rereading: file)
        var staged = try StagedFile(in: folder)
        guard try staged.fill(from: download.descriptor, count: file.count) == file.digest else {
            throw PreparationError(.internalFault)
        }
        try staged.appear(at: path, in: folder)
        return now + promise
    }

    private func removed(_ digest: String) throws(PreparationError) -> Bool {
        guard ShelfKey.isDigest(digest) else { return false }
        let path = folder + "/" + digest
        if unsafe unlink(path) == 0 { return true }
        guard errno == ENOENT || errno == ENOTDIR else { throw PublishingFault.last(path) }
        return false
    }

    private func collected(now: Int, removes: Bool) -> ShelfCollection {
        var collection = ShelfCollection()
        // A day more than was promised, as an original that is sent again is not renewed each time.
        let limit = now - promise - DirectoryShelf.renewalInterval
        for file in files() {
            var removed: Int?
            if file.time < limit {
                let path = folder + "/" + file.name
                removed = removes ? ShelfFile(path: path).remove(unusedSince: limit) : file.bytes
            }
            if let removed {
                collection.expired += 1
                collection.expiredBytes += removed
            } else {
                collection.kept += 1
                collection.keptBytes += file.bytes
            }
        }
        return collection
    }

    private func files() -> [(name: String, bytes: Int, time: Int)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter(ShelfKey.isDigest).compactMap { name in
            var status = stat()
            guard unsafe lstat(folder + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                return nil
            }
            return (name, Int(status.st_size), status.st_mtim.tv_sec)
        }
    }
}
