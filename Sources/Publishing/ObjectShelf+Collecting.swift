package import AttachmentModel
internal import Digests
internal import FlowControl
internal import HTTPTransport
internal import ObjectStorage
internal import Synchronization

extension ObjectShelf {
    /// Goes through the bucket page by page.
    ///
    /// Storages have no locks: between the last look at an object and its removal another machine may renew it. That is a
    /// few milliseconds, for an object that nobody has asked for in 36 days.
    package func collect(_ order: CollectionOrder) async throws(PreparationError) -> ShelfCollection {
        var collection = ShelfCollection()
        try await forEachPage(prefix) { (objects) throws(PreparationError) in
            let mayGo = try await lane.run { () throws(PreparationError) in
                try objects.map { (object) throws(PreparationError) in
                    try order.lets(object.key.digest, of: object.time, keptFor: Self.retention)
                }
            }
            for (object, mayGo) in zip(objects, mayGo) {
                if try await goes(object, mayGo, order) {
                    collection.expired += 1
                    collection.expiredBytes += object.bytes
                } else {
                    collection.kept += 1
                    collection.keptBytes += object.bytes
                    if order.verifies,
                        await !isWhole(digest: object.key.digest, fileExtension: object.key.fileExtension)
                    {
                        collection.damaged.append(object.key.path)
                    }
                }
            }
        }
        return collection
    }

    private func goes(_ object: Found, _ mayGo: Bool, _ order: CollectionOrder) async throws(PreparationError) -> Bool {
        guard mayGo, order.removes else { return mayGo }
        guard let now = try await look(at: object.key, until: Deadline(in: budget)), now.age >= Self.retention else {
            return false
        }
        try await succeed(ObjectRequest(.delete, self.object(prefix + object.key.path)), until: Deadline(in: budget))
        return true
    }

    package func isWhole(digest: String, fileExtension: String) async -> Bool {
        let key = ShelfKey(digest: digest, fileExtension: fileExtension)
        // What only failed to arrive is not called damaged at once.
        for _ in 0..<3 {
            let receiver = DigestReceiver()
            do throws(PreparationError) {
                // Long enough for the largest file at a hundredth of what a network gives.
                let head = try await store.exchange(
                    ObjectRequest(.get, object(prefix + key.path)), into: receiver, until: Deadline(in: .seconds(600))
                ).head
                if head.status < 500 { return head.status == 200 && receiver.digest() == digest }
            } catch {
                continue
            }
        }
        return false
    }

    package func withdraw(
        digest: String, fileExtension: String?
    ) async throws(PreparationError) -> ShelfWithdrawal {
        var withdrawal = ShelfWithdrawal()
        if let fileExtension {
            withdrawal.note(address.url(for: ShelfKey(digest: digest, fileExtension: fileExtension)))
        }
        try await forEachPage(prefix + digest.prefix(2) + "/" + digest + ".") { (objects) throws(PreparationError) in
            for object in objects {
                let request = ObjectRequest(.delete, self.object(prefix + object.key.path))
                let answer = try await succeed(request, until: Deadline(in: budget))
                if answer.head.first("x-amz-version-id") != nil { withdrawal.keepsVersions = true }
                withdrawal.removed += 1
                withdrawal.note(address.url(for: object.key))
            }
        }
        return withdrawal
    }

    private struct Found: Sendable {
        let key: ShelfKey
        let bytes: Int
        let time: Int
    }

    /// Lends the published objects whose keys begin with a text, page by page.
    private func forEachPage(
        _ beginning: String, _ body: ([Found]) async throws(PreparationError) -> Void
    ) async throws(PreparationError) {
        try await store.forEachPage(of: bucket, prefix: beginning, each: budget) { page throws(PreparationError) in
            let found = page.entries.compactMap { entry in
                ShelfKey(path: String(entry.key.dropFirst(prefix.count))).map {
                    Found(key: $0, bytes: entry.bytes, time: entry.time)
                }
            }
            try await body(found)
        }
    }
}

/// Hashes the body of an answer as it comes.
private final class DigestReceiver: HTTPReceiver {
    private let hash = Mutex<SHA256?>(SHA256())

    /// The digest of what came; once only.
    func digest() -> String? {
        let hash = hash.withLock { $0.take() }
        return hash?.finish()
    }

    func begin(_ head: HTTPHead) {}

    func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        hash.withLock { hash in unsafe hash?.update(bytes) }
        return true
    }
}
