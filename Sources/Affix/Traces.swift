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
            keys.append(Self.key(receipt.digest, receipt.facts, receipt.url))
            for case .success(let made) in receipt.variants.map(\.outcome) {
                keys.append(Self.key(made.digest, made.facts, made.url))
            }
        }
        return BlockKey.distinct(keys)
    }

    private static func key(_ digest: String, _ facts: MediaFacts, _ url: String) -> BlockKey {
        BlockKey(digest: digest, fileExtension: facts.kind.fileExtension, urls: url.isPublicLink ? [url] : [])
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

extension String {
    /// Whether it is an address that a content network may hold, and no path of this machine.
    var isPublicLink: Bool { ["https://", "http://"].contains { lowercased().hasPrefix($0) } }
}
