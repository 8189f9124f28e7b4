package import AttachmentModel
internal import FlowControl
internal import HTTPTransport
package import Handover
package import ObjectStorage
internal import Synchronization

/// Kept uploads in a part of a bucket that nobody but its owner may read, so that every machine gives them back.
package struct OriginalBucket: OriginalStore {
    /// Bytes a second that a storage takes and gives at least.
    private static let leastRate = 2_000_000

    private let store: ObjectStore
    private let bucket: String
    /// What stands before every key, and ends in a slash.
    private let prefix: String
    /// Seconds that an original stays at least after it was last sent.
    private let promise: Int
    /// Bytes that all of them together may have.
    private let most: Int
    private let spools: SpoolRoom
    private let budget: Duration

    /// - Parameters:
    ///   - root: the bucket, and what stands before the keys in it.
    ///   - most: bytes that all of them together may have.
    ///   - spools: where one that is asked for comes in.
    ///   - budget: how long one question may take.
    package init(
        _ store: ObjectStore, root: ObjectName, days: Int, most: Int, spools: SpoolRoom, budget: Duration
    ) {
        self.store = store
        bucket = root.bucket
        prefix = root.key.split(separator: "/").joined(separator: "/") + "/"
        promise = days * 86_400
        self.most = most
        self.spools = spools
        self.budget = budget
    }

    package func keep(_ file: HeldFile, now: Int) async throws(PreparationError) -> Int {
        let name = object(file.digest)
        if let found = try await look(at: name), found.bytes == file.count {
            if found.age >= ObjectShelf.renewalInterval { try await renew(name) }
            return now + promise
        }
        var used = 0
        try await forEachPage { entries in used += entries.reduce(0) { $0 + $1.bytes } }
        guard file.count <= most - min(used, most) else {
            throw Self.full(most, used: used, file.count)
        }
        let download = try Download(rereading: file)
        guard let body = download.descriptor.duplicate() else {
            throw PreparationError(.overloaded, "No descriptor is left for keeping an upload", stage: .publish)
        }
        try await succeed(
            ObjectRequest(
                .put(DescriptorSender(body, count: file.count)), name, headers: Self.metadata, bodyDigest: file.digest),
            within: time(for: file.count))
        return now + promise
    }

    package func open(_ digest: String) async throws(PreparationError) -> OwnedDescriptor? {
        guard ShelfKey.isDigest(digest), let found = try await look(at: object(digest)) else { return nil }
        let receiver = SpoolReceiver(try Spool(in: spools, expecting: found.bytes))
        let deadline = Deadline(in: time(for: found.bytes))
        let head = try await store.exchange(ObjectRequest(.get, object(digest)), into: receiver, until: deadline).head
        if head.status == 404 { return nil }
        guard head.status == 200, let descriptor = receiver.whole(digest) else {
            throw PreparationError(
                .publishFailed, "A kept upload cannot be read back", detail: "status \(head.status)")
        }
        return descriptor
    }

    package func remove(_ digest: String) async throws(PreparationError) -> Bool {
        guard ShelfKey.isDigest(digest), try await look(at: object(digest)) != nil else { return false }
        try await succeed(ObjectRequest(.delete, object(digest)), within: budget)
        return true
    }

    /// None: whoever withdraws something removes it from the bucket.
    package var digests: [String] { [] }

    package func collect(now: Int, removes: Bool) async throws(PreparationError) -> ShelfCollection {
        var collection = ShelfCollection()
        // A day more than was promised, as an original that is sent again is not renewed each time.
        let limit = now - promise - ObjectShelf.renewalInterval
        try await forEachPage { (entries) throws(PreparationError) in
            for entry in entries {
                if entry.time < limit {
                    collection.expired += 1
                    collection.expiredBytes += entry.bytes
                    if removes {
                        let name = ObjectName(bucket: bucket, key: entry.key)
                        try await succeed(ObjectRequest(.delete, name), within: budget)
                    }
                } else {
                    collection.kept += 1
                    collection.keptBytes += entry.bytes
                }
            }
        }
        return collection
    }

    private static let metadata = [
        "Content-Type": "application/octet-stream", "Cache-Control": "private, no-store",
    ]

    private func object(_ digest: String) -> ObjectName { ObjectName(bucket: bucket, key: prefix + digest) }

    private func time(for count: Int) -> Duration { budget + .seconds(Double(count) / Double(Self.leastRate)) }

    private func look(at name: ObjectName) async throws(PreparationError) -> ObjectFacts? {
        let answer = try await store.answer(ObjectRequest(.head, name), until: Deadline(in: budget))
        if answer.status == 404 { return nil }
        guard answer.status == 200 else { throw answer.problem(name, at: store.endpoint) }
        return ObjectFacts(answer.head)
    }

    /// Copies an object onto itself, which renews its time.
    private func renew(_ name: ObjectName) async throws(PreparationError) {
        var headers = Self.metadata
        headers["x-amz-copy-source"] = store.source(of: name)
        headers["x-amz-metadata-directive"] = "REPLACE"
        let request = ObjectRequest(.put(EmptySender()), name, headers: headers)
        let answer = try await store.answer(request, until: Deadline(in: budget))
        guard answer.saysCopied else { throw answer.problem(name, at: store.endpoint) }
    }

    private func succeed(_ request: ObjectRequest, within time: Duration) async throws(PreparationError) {
        let answer = try await store.answer(request, until: Deadline(in: time))
        guard (200..<300).contains(answer.status) else { throw answer.problem(request.name, at: store.endpoint) }
    }

    /// Lends what is kept, page by page; what is not named as affix names it is left alone.
    private func forEachPage(
        _ body: ([ObjectPage.Entry]) async throws(PreparationError) -> Void
    ) async throws(PreparationError) {
        try await store.forEachPage(of: bucket, prefix: prefix, each: budget) { page throws(PreparationError) in
            try await body(page.entries.filter { ShelfKey.isDigest(String($0.key.dropFirst(prefix.count))) })
        }
    }
}

/// Takes the body of an answer into a spool.
private final class SpoolReceiver: HTTPReceiver {
    private struct State: ~Copyable {
        var spool: Spool?
        var isWanted = false
    }

    private let state: Mutex<State>

    init(_ spool: consuming Spool) { state = Mutex(State(spool: spool)) }

    func begin(_ head: HTTPHead) { state.withLock { $0.isWanted = head.status == 200 } }

    func take(_ bytes: UnsafeRawBufferPointer) throws(PreparationError) -> Bool {
        let outcome = state.withLock { state -> Result<Bool, PreparationError> in
            guard state.isWanted else { return .success(false) }
            return Result { () throws(PreparationError) in
                try unsafe state.spool?.append(bytes)
                return true
            }
        }
        return try outcome.get()
    }

    /// What came, if it has a digest; once only.
    func whole(_ digest: String) -> OwnedDescriptor? {
        let spool = state.withLock { $0.spool.take() }
        guard let download = spool?.finish(), download.digest == digest else { return nil }
        return download.descriptor.duplicate()
    }
}
