internal import AttachmentModel
internal import Synchronization

/// The receipts of late, for whoever looks at the page: no more than fit on it, and gone with the process.
final class RecentReceipts: Sendable {
    static let most = 60

    /// The newest last.
    private let receipts = Mutex<[Receipt]>([])

    /// Adds a receipt; an earlier one of the same published file makes room for it.
    func add(_ receipt: Receipt) {
        receipts.withLock { receipts in
            receipts.removeAll { $0.digest == receipt.digest }
            receipts.append(receipt)
            if receipts.count > Self.most { receipts.removeFirst() }
        }
    }

    /// Forgets what was published under some digests, or made of bytes with one of them.
    func remove(_ digests: [String]) {
        let digests = Set(digests)
        receipts.withLock { receipts in
            receipts.removeAll { digests.contains($0.digest) || $0.source.digest.map(digests.contains) ?? false }
        }
    }

    /// The newest, in order.
    func latest(_ limit: Int) -> [Receipt] { receipts.withLock { $0.suffix(limit).reversed() } }
}
