internal import Synchronization

/// Published files that were withdrawn and lie on the shelf all the same, as they could not be removed.
///
/// There are none as a rule, and then it costs a request nothing to ask.
final class Withheld: Sendable {
    private let isEmpty = Atomic(true)
    private let digests = Mutex<Set<String>>([])
    private let revisions = Mutex<[String]?>(nil)

    /// Notes how the lists of what is withdrawn stand; `false` when that is known, or cannot be found out.
    func note(_ revisions: [String]?) -> Bool {
        self.revisions.withLock { known in
            guard let revisions, revisions != known else { return false }
            known = revisions
            return true
        }
    }

    func add(_ digests: [String]) {
        self.digests.withLock { $0.formUnion(digests) }
        if !digests.isEmpty { isEmpty.store(false, ordering: .releasing) }
    }

    func remove(_ digest: String) { _ = digests.withLock { $0.remove(digest) } }

    /// The digest in the name of a published file, if that is one of them.
    ///
    /// - Parameter name: what follows `/media/`.
    func digest(in name: String) -> String? {
        guard !isEmpty.load(ordering: .acquiring) else { return nil }
        let digest = String((name.split(separator: "/").last ?? "").prefix(64))
        return digests.withLock { $0.contains(digest) } ? digest : nil
    }
}
