package import AttachmentModel
internal import Digests
internal import FoundationEssentials
internal import Glibc
internal import Handover
internal import Rulebook

extension DirectoryShelf {
    /// Seconds for which a file stays after it was last published or asked for.
    ///
    /// A day more than what receipts promise, as a file that is asked for again is not renewed each time.
    static let retention = Rulebook.daysKept * 86_400 + ShelfFile.renewalInterval

    /// Goes through all published files and finds those whose time is up; blocks for as long as that takes.
    ///
    /// Whatever is not named as affix names its files is left alone. Safe while others publish and serve.
    ///
    /// - Parameters:
    ///   - now: seconds since 1970.
    ///   - removes: whether they are removed; if not, they are only counted.
    ///   - verifies: whether the bytes of those that stay are compared with their names.
    ///   - keepUntil: until when something else wants a digest to stay.
    package func collect(
        now: Int, removes: Bool, verifies: Bool, keepUntil: (_ digest: String) throws(PreparationError) -> Int?
    ) throws(PreparationError) -> ShelfCollection {
        var collection = ShelfCollection()
        let limit = now - Self.retention
        for key in keys() {
            let path = folder + "/" + key.path
            var status = stat()
            guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            let isWanted = try (keepUntil(key.digest) ?? 0) >= now
            var removed: Int?
            if !isWanted, status.st_mtim.tv_sec < limit {
                removed = removes ? ShelfFile(path: path).remove(unusedSince: limit) : Int(status.st_size)
            }
            if let removed {
                collection.expired += 1
                collection.expiredBytes += removed
            } else {
                collection.kept += 1
                collection.keptBytes += Int(status.st_size)
                if verifies, Self.digest(of: path) != key.digest { collection.damaged.append(key.path) }
            }
        }
        return collection
    }

    /// Whether a published file is there with the bytes of its name; blocks.
    package func isWhole(digest: String, fileExtension: String) -> Bool {
        Self.digest(of: folder + "/" + ShelfKey(digest: digest, fileExtension: fileExtension).path) == digest
    }

    private func keys() -> [ShelfKey] {
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return folders.filter { $0.utf8.count == 2 }.sorted().flatMap { name in
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/" + name)) ?? []
            return files.sorted().compactMap { ShelfKey(file: $0) }.filter { $0.folder == name }
        }
    }

    private static func digest(of path: String) -> String? {
        let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard number >= 0 else { return nil }
        let descriptor = OwnedDescriptor(owning: number)
        guard let count = descriptor.fileSize else { return nil }
        var hash = SHA256()
        do throws(PreparationError) {
            try unsafe descriptor.forEachPiece(of: count) { (bytes) throws(PreparationError) in
                unsafe hash.update(bytes)
            }
        } catch {
            return nil
        }
        return hash.finish()
    }
}
