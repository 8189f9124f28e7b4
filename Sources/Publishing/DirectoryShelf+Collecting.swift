package import AttachmentModel
internal import FlowControl
internal import FoundationEssentials
internal import Glibc
internal import Handover

extension DirectoryShelf {
    package func collect(_ order: CollectionOrder) async throws(PreparationError) -> ShelfCollection {
        try await lane.run { () throws(PreparationError) in try collected(order) }
    }

    package func isWhole(digest: String, fileExtension: String) async -> Bool {
        let path = folder + "/" + ShelfKey(digest: digest, fileExtension: fileExtension).path
        return await lane.run { Self.digest(of: path) == digest }
    }

    package func withdraw(
        digest: String, fileExtension: String?
    ) async throws(PreparationError) -> ShelfWithdrawal {
        try await lane.run { () throws(PreparationError) in
            var withdrawal = ShelfWithdrawal()
            if let fileExtension {
                withdrawal.note(address.url(for: ShelfKey(digest: digest, fileExtension: fileExtension)))
            }
            for key in keys(in: String(digest.prefix(2))) where key.digest == digest {
                let path = folder + "/" + key.path
                if ShelfFile(path: path).remove(unusedSince: .max) == nil, unsafe access(path, F_OK) == 0 {
                    throw PublishingFault.last(path)
                }
                withdrawal.removed += 1
                withdrawal.note(address.url(for: key))
            }
            return withdrawal
        }
    }

    /// Which of some digests have a file here.
    package func found(among digests: [String]) async -> [String] {
        let asked = Set(digests)
        let names = Set(asked.map { String($0.prefix(2)) })
        return await lane.run { names.sorted().flatMap(keys).map(\.digest).filter(asked.contains) }
    }

    /// How many published files there are, and their bytes.
    package func size() async -> (files: Int, bytes: Int) {
        await lane.run {
            var (files, bytes) = (0, 0)
            for key in keys() {
                var status = stat()
                guard unsafe lstat(folder + "/" + key.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                    continue
                }
                files += 1
                bytes += Int(status.st_size)
            }
            return (files, bytes)
        }
    }

    private func collected(_ order: CollectionOrder) throws(PreparationError) -> ShelfCollection {
        var collection = ShelfCollection()
        let limit = order.now - Self.retention
        for key in keys() {
            let path = folder + "/" + key.path
            var status = stat()
            guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            var removed: Int?
            if try order.lets(key.digest, of: status.st_mtim.tv_sec, keptFor: Self.retention) {
                removed = order.removes ? ShelfFile(path: path).remove(unusedSince: limit) : Int(status.st_size)
            }
            if let removed {
                collection.expired += 1
                collection.expiredBytes += removed
            } else {
                collection.kept += 1
                collection.keptBytes += Int(status.st_size)
                if order.verifies, Self.digest(of: path) != key.digest { collection.damaged.append(key.path) }
            }
        }
        return collection
    }

    private func keys() -> [ShelfKey] {
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return folders.filter { $0.utf8.count == 2 }.sorted().flatMap(keys)
    }

    private func keys(in name: String) -> [ShelfKey] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/" + name)) ?? []
        return files.sorted().compactMap { ShelfKey(file: $0) }.filter { $0.folder == name }
    }

    private static func digest(of path: String) -> String? {
        let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard number >= 0 else { return nil }
        let descriptor = OwnedDescriptor(owning: number)
        do throws(PreparationError) {
            return try descriptor.fileSize.map { (count) throws(PreparationError) in try descriptor.digest(of: count) }
        } catch {
            return nil
        }
    }
}
