package import AttachmentModel
internal import Digests
package import FlowControl
internal import FoundationEssentials
internal import HTTPTransport
package import Handover
package import ObjectStorage
internal import Synchronization

/// A bucket, or a part of one, that holds published media under the names that a folder would have.
///
/// A name is the digest of its bytes, so whoever writes an object twice writes the same; what happens twice is harmless.
package struct ObjectShelf: Shelf {
    let store: ObjectStore
    let bucket: String
    /// What stands before every key: nothing, or something that ends in a slash.
    let prefix: String
    let address: ShelfAddress
    let budget: Duration
    let admits: Admission
    let lane = BlockingLane()
    /// What is judged and hashed of 50 MB, and copied to any disk, is done in this time.
    private let disk = DiskLane(patience: .seconds(30))
    private let habits = StoreHabits()

    /// - Parameters:
    ///   - root: the bucket, and what stands before the keys in it.
    ///   - address: where the objects are served; without one, receipts carry `s3:` URLs.
    ///   - budget: how long one question may take where the caller has no deadline.
    ///   - admits: judges everything that is about to appear.
    package init(
        _ store: ObjectStore, root: ObjectName, address: ShelfAddress?, budget: Duration,
        admits: @escaping Admission = { _ in }
    ) {
        self.store = store
        bucket = root.bucket
        let path = root.key.split(separator: "/").joined(separator: "/")
        prefix = path.isEmpty ? "" : path + "/"
        self.address = address ?? ShelfAddress(bucket: bucket, prefix: prefix)
        self.budget = budget
        self.admits = admits
    }

    package var place: String { "s3://\(bucket)/\(prefix) at \(store.endpoint.words)" }

    package var servedFolder: String? { nil }

    package func publish(
        _ rendition: borrowing Rendition, copyPath: String?, until deadline: Deadline
    ) async throws(PreparationError) -> Publication {
        guard !deadline.hasPassed() else { throw PreparationError(.deadline, stage: .publish) }
        guard let read = rendition.descriptor.duplicate(), let sent = rendition.descriptor.duplicate() else {
            throw PreparationError(.overloaded, "No descriptor is left for publishing", stage: .publish)
        }
        let facts = rendition.facts
        let expected = rendition.expectedDigest
        // The copy is ready before the shelf is touched: a place that takes no file leaves nothing published.
        let copy = Mutex<PlacedCopy?>(nil)
        let hashed = try await disk.run(until: deadline) { () throws(PreparationError) in
            let digest = try read.digest(of: facts.bytes)
            if let expected, digest != expected {
                throw PreparationError(.sourceUnreadable, "The file changed while it was read")
            }
            try admits(digest)
            if let copyPath {
                try copy.withLock { (copy) throws(PreparationError) in
                    copy = try PlacedCopy(of: read, count: facts.bytes, at: copyPath)
                }
            }
            return digest
        }
        guard let digest = hashed else { throw PreparationError(.deadline, stage: .publish) }
        let key = ShelfKey(digest: digest, fileExtension: facts.kind.fileExtension)
        try await put(DescriptorSender(sent, count: facts.bytes), as: key, facts, until: deadline)
        do throws(PreparationError) {
            let isWhole: Void? = try await disk.run(until: deadline) { () throws(PreparationError) in
                try admits(digest)
                let placed = copy.withLock { $0.take() }
                try placed?.appear()
            }
            guard isWhole != nil else { throw PreparationError(.deadline, stage: .publish) }
        } catch {
            if error.code == .sourceWithdrawn { _ = try await withdraw(digest: digest, fileExtension: nil) }
            throw error
        }
        return Publication(of: key, at: address)
    }

    package func renew(digest: String, facts: MediaFacts) async -> Publication? {
        let key = ShelfKey(digest: digest, fileExtension: facts.kind.fileExtension)
        do throws(PreparationError) {
            let isAdmitted: Void? = try await disk.run(until: Deadline(in: budget)) { () throws(PreparationError) in
                try admits(digest)
            }
            guard isAdmitted != nil, try await keep(key, facts, until: Deadline(in: budget)) else { return nil }
            return Publication(of: key, at: address)
        } catch {
            return nil
        }
    }

    package func published(digest: String, facts: MediaFacts) async throws(PreparationError) -> MediaSource {
        let name = object(prefix + ShelfKey(digest: digest, fileExtension: facts.kind.fileExtension).path)
        let reader = ObjectReader(count: facts.bytes)
        let head = try await store.exchange(ObjectRequest(.get, name), into: reader, until: Deadline(in: budget)).head
        guard head.status == 200 else {
            throw PreparationError(
                .publishFailed, "What was published cannot be read back", detail: "status \(head.status)")
        }
        return .bytes(reader.bytes)
    }

    package func probe() async throws(PreparationError) {
        let name = object(prefix + ".affix-probe-" + String(UInt64.random(in: .min ... .max), radix: 36))
        let deadline = Deadline(in: budget)
        try await succeed(ObjectRequest(.put(EmptySender()), name), until: deadline)
        try await succeed(ObjectRequest(.delete, name), until: deadline)
    }

    func object(_ key: String) -> ObjectName { ObjectName(bucket: bucket, key: key) }

    /// Sends a request whose only good answer is a success.
    @discardableResult
    func succeed(_ request: ObjectRequest, until deadline: Deadline) async throws(PreparationError) -> ObjectAnswer {
        let answer = try await store.answer(request, until: deadline)
        guard (200..<300).contains(answer.status) else { throw answer.problem(request.name, at: store.endpoint) }
        return answer
    }
}

extension ObjectShelf {
    /// Stores a body under its name, unless it is there already, and makes sure that it can be read as it should be.
    private func put(
        _ sender: DescriptorSender, as key: ShelfKey, _ facts: MediaFacts, until deadline: Deadline
    ) async throws(PreparationError) {
        if habits.knowExtras {
            let answer = try await store.answer(
                putting(sender, as: key, facts, onlyIfNew: true), until: deadline)
            switch answer.status {
            // Somebody has it there: the same bytes, unless that somebody was not affix.
            case 412: if try await keep(key, facts, until: deadline) { return }
            case _ where Self.saysNotImplemented(answer): habits.knowExtras = false
            case 200..<300: return try await check(key, facts, until: deadline)
            default: throw answer.problem(object(prefix + key.path), at: store.endpoint)
            }
        }
        try await succeed(putting(sender, as: key, facts, onlyIfNew: false), until: deadline)
        try await check(key, facts, until: deadline)
    }

    private static func saysNotImplemented(_ answer: ObjectAnswer) -> Bool {
        answer.status == 501
            || (answer.status == 400 && ["NotImplemented", "InvalidArgument"].contains(answer.fault ?? ""))
    }

    private func putting(
        _ sender: DescriptorSender, as key: ShelfKey, _ facts: MediaFacts, onlyIfNew: Bool
    ) -> ObjectRequest {
        var headers = Self.metadata(facts)
        // The storage compares the bytes with it and keeps it; the signature covers them besides.
        if habits.knowExtras { headers["x-amz-checksum-sha256"] = key.checksum }
        if onlyIfNew { headers["If-None-Match"] = "*" }
        return ObjectRequest(
            .put(sender), object(prefix + key.path), headers: headers, bodyDigest: key.digest)
    }

    /// What the storage serves an object with.
    private static func metadata(_ facts: MediaFacts) -> [String: String] {
        ["Content-Type": facts.kind.mime, "Cache-Control": "public, max-age=31536000, immutable"]
    }

    /// Makes an object stay as if it were new; `false` when it is not there, or not what it should be.
    private func keep(
        _ key: ShelfKey, _ facts: MediaFacts, until deadline: Deadline
    ) async throws(PreparationError) -> Bool {
        guard let found = try await look(at: key, until: deadline), found.isServed(as: facts, key) else { return false }
        guard found.age >= Self.renewalInterval else { return true }
        var headers = Self.metadata(facts)
        headers["x-amz-copy-source"] = store.source(of: object(prefix + key.path))
        headers["x-amz-metadata-directive"] = "REPLACE"
        let request = ObjectRequest(.put(EmptySender()), object(prefix + key.path), headers: headers)
        let answer = try await store.answer(request, until: deadline)
        if answer.status == 404 { return false }
        guard answer.saysCopied else { throw answer.problem(request.name, at: store.endpoint) }
        return true
    }

    /// What the storage says of an object; `nil` when it is not there, or may not be seen by somebody who may not list.
    func look(at key: ShelfKey, until deadline: Deadline) async throws(PreparationError) -> ObjectFacts? {
        let request = ObjectRequest(
            .head, object(prefix + key.path), headers: habits.knowExtras ? ["x-amz-checksum-mode": "ENABLED"] : [:])
        let answer = try await store.answer(request, until: deadline)
        if answer.status == 404 || answer.status == 403 { return nil }
        guard answer.status == 200 else { throw answer.problem(request.name, at: store.endpoint) }
        return ObjectFacts(answer.head)
    }

    private func check(
        _ key: ShelfKey, _ facts: MediaFacts, until deadline: Deadline
    ) async throws(PreparationError) {
        guard let found = try await look(at: key, until: deadline) else {
            throw PreparationError(
                .publishDenied,
                "What was written to the bucket \(bucket) cannot be read: the key needs s3:GetObject too")
        }
        guard found.isServed(as: facts, key) else {
            throw PreparationError(
                .publishFailed, "The storage at \(store.endpoint.words) does not keep an object as it was sent",
                detail: "\(found.bytes) bytes of \(facts.bytes), type \(found.type ?? "missing")")
        }
    }
}

extension ObjectFacts {
    /// Whether an object has the size, the type and, where it is known, the bytes that it should have.
    fileprivate func isServed(as facts: MediaFacts, _ key: ShelfKey) -> Bool {
        bytes == facts.bytes && type == facts.kind.mime && encodings.isEmpty
            && (checksum ?? key.checksum) == key.checksum
    }
}

extension ShelfKey {
    /// The digest as S3 writes it, in Base64.
    fileprivate var checksum: String {
        let digits = Array(digest.utf8)
        let bytes = stride(from: 0, to: digits.count, by: 2).map { place in
            UInt8(String(decoding: digits[place..<(place + 2)], as: UTF8.self), radix: 16) ?? 0
        }
        return Data(bytes).base64EncodedString()
    }
}
