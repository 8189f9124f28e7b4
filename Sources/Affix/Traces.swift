internal import AttachmentModel
internal import Index

/// What the index knows to have been made of something that is withdrawn.
struct Traces: Sendable {
    private var found: Set<ReceiptIndex.Trace> = []

    /// Finds every answer about a source or about bytes, and every other one that came of the same bytes.
    ///
    /// An index that cannot be read is told in words: what must go must go all the same.
    static func find(_ keys: [BlockKey], in folder: String) -> (Traces, troubles: [String]) {
        var traces = Traces()
        guard ReceiptIndex.exists(in: folder) else { return (traces, []) }
        do throws(IndexFault) {
            let index = try ReceiptIndex(in: folder)
            for key in keys {
                if let digest = key.digest {
                    traces.found.formUnion(try index.traces(ofDigest: digest))
                } else {
                    traces.found.formUnion(try index.traces(ofOrigin: key.origin))
                }
            }
            for bytes in Set(traces.found.compactMap(\.row.entry.sourceDigest)) {
                traces.found.formUnion(try index.traces(ofDigest: bytes))
            }
            return (traces, [])
        } catch {
            return (traces, [error.words + ". What else was made of it is not known"])
        }
    }

    /// All that must not be published any more, what was asked for first.
    func keys(with asked: [BlockKey]) -> [BlockKey] {
        var keys = asked
        for trace in found.sorted(by: { $0.key < $1.key }) {
            if let origin = trace.origin { keys.append(BlockKey(origin: origin, shown: trace.row.source)) }
            guard case .receipt(let receipt) = trace.row.entry.answer else { continue }
            if let bytes = receipt.source.digest { keys.append(BlockKey(digest: bytes)) }
            keys.append(BlockKey(digest: receipt.digest, fileExtension: receipt.facts.kind.fileExtension))
            for case .success(let made) in receipt.variants.map(\.outcome) {
                keys.append(BlockKey(digest: made.digest, fileExtension: made.facts.kind.fileExtension))
            }
        }
        // Of several about the same thing the one that knows most stays.
        var kept: [BlockKey] = []
        for key in keys {
            if let place = kept.firstIndex(of: key) {
                kept[place].fileExtension = kept[place].fileExtension ?? key.fileExtension
            } else {
                kept.append(key)
            }
        }
        return kept
    }

    /// Has the index forget what was found; gives how many answers that were.
    func forget(in folder: String) -> (Int, [String]) {
        guard !found.isEmpty else { return (0, []) }
        do throws(IndexFault) {
            try ReceiptIndex(in: folder).forget(Array(found))
            return (found.count, [])
        } catch {
            return (0, [error.words])
        }
    }
}
