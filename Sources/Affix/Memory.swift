internal import AttachmentModel
internal import FlowControl
internal import FoundationEssentials
internal import Index
internal import Publishing
internal import Rulebook
internal import Synchronization

/// What earlier preparations have left behind, in the index of the state folder, or of the fleet.
///
/// It never keeps anything from being prepared: an index that is broken, locked or gone costs a fetch and a rendering,
/// and is told once.
final class Memory: Sendable {
    private struct State {
        var index: (any AnswerStore)?
        var isUnusable = false
        var told: Set<String> = []
    }

    /// How long a refusal holds without asking again: long enough for a list that names a dead link often, short enough
    /// for whoever puts it right.
    private static let refusalLife = 600

    /// An answer that holds as it is, and was written within this many seconds, is not written again.
    ///
    /// Each message of a campaign may ask for it. The file's own time keeps the promise of its receipt meanwhile.
    private static let rewriteInterval = 3_600

    private let folder: String
    private let shared: (any AnswerStore)?
    private let remembersRefusals: Bool
    private let onTrouble: (@Sendable (String) -> Void)?
    private let lane = BlockingLane()
    private let state = Mutex(State())

    init(_ configuration: PreparerConfiguration) {
        folder = configuration.state
        shared = configuration.fleet.index
        remembersRefusals = configuration.remembersRefusals
        onTrouble = configuration.onTrouble
    }

    /// What is known about a request; `nil` when nothing can be, now or later.
    func recall(_ request: AttachmentRequest, from shelf: any Shelf) async -> Recollection? {
        // A copy is made of bytes, which a receipt does not have.
        guard request.copyPath == nil,
            let key = IndexKey(
                request.source, profile: request.profile, variants: request.variants, rulebook: Rulebook.version,
                origin: request.source.blockKey?.origin)
        else { return nil }
        var recollection = Recollection(key: key)
        let entry = await attempt { (index) throws(IndexFault) in try index.entry(for: key) }
        guard let entry, let entry else { return recollection }
        switch entry.answer {
        case .problem(let problem):
            if remembersRefusals, Self.now < entry.freshUntil { recollection.refusal = problem }
        case .receipt(let receipt):
            guard let publication = await shelf.renew(digest: receipt.digest, facts: receipt.facts),
                let variants = await renewed(receipt.variants, on: shelf)
            else { break }
            recollection.known = Known(
                receipt: receipt, variants: variants, publication: publication, validator: entry.validator,
                freshUntil: entry.freshUntil,
                isFresh: Self.now < entry.freshUntil, keepUntil: entry.keepUntil)
        }
        return recollection
    }

    /// The variants of a receipt, each with its present address; `nil` when one is gone, or may come out better now.
    private func renewed(_ variants: [Variant], on shelf: any Shelf) async -> [Variant]? {
        var renewed: [Variant] = []
        for var variant in variants {
            switch variant.outcome {
            case .failure(let problem): guard problem.blame == .media, !problem.isRetryable else { return nil }
            case .success(var rendition):
                let publication = await shelf.renew(digest: rendition.digest, facts: rendition.facts)
                guard let publication else { return nil }
                rendition.url = publication.url
                variant.outcome = .success(rendition)
            }
            renewed.append(variant)
        }
        return renewed
    }

    /// The receipt of a published file that is still there; where several sources came to it, of the one asked for last.
    func receipt(published digest: String, on shelf: any Shelf) async -> Receipt? {
        let traces = await attempt { (index) throws(IndexFault) in
            // The index of a fleet finds nothing by its digest.
            try (index as? ReceiptIndex)?.traces(ofDigest: digest) ?? []
        }
        let entries = (traces ?? []).map(\.row.entry).filter { $0.digest == digest }
        guard let entry = entries.max(by: { $0.keepUntil < $1.keepUntil }), case .receipt(var receipt) = entry.answer,
            let publication = await shelf.renew(digest: digest, facts: receipt.facts)
        else { return nil }
        receipt.move(to: publication)
        receipt.variants = await renewed(receipt.variants, on: shelf) ?? receipt.variants
        return receipt
    }

    /// Remembers a receipt, or that it was asked for again.
    func keep(_ receipt: Receipt, after recollection: Recollection) async {
        let known = recollection.known
        let isFresh = receipt.remembered && known?.isFresh == true
        let keepUntil = Self.now + Rulebook.daysKept * 86_400
        if isFresh, let known, keepUntil - known.keepUntil < Self.rewriteInterval { return }
        let freshUntil = isFresh ? known?.freshUntil ?? 0 : Self.now + (receipt.origin?.freshness ?? 0)
        let entry = IndexEntry(
            .receipt(receipt), validator: receipt.origin?.validator, freshUntil: freshUntil,
            keepUntil: keepUntil)
        _ = await attempt { (index) throws(IndexFault) in try index.put(entry, for: recollection.key) }
    }

    /// Remembers for a short while that a URL leads to nothing that can be shown.
    func keep(_ problem: PreparationError, after recollection: Recollection) async {
        guard remembersRefusals, problem.holds, recollection.key.isLink else { return }
        let end = Self.now + Self.refusalLife
        let entry = IndexEntry(.problem(problem), freshUntil: end, keepUntil: end)
        _ = await attempt { (index) throws(IndexFault) in try index.put(entry, for: recollection.key) }
    }

    /// Asks the index, on a thread that may block; `nil` when it cannot be asked.
    private func attempt<Value: Sendable>(
        _ body: @escaping @Sendable (any AnswerStore) throws(IndexFault) -> Value
    ) async -> Value? {
        await lane.run { [self] in
            do throws(IndexFault) {
                guard let index = try index() else { return nil }
                return try body(index)
            } catch {
                tell(error)
                return nil
            }
        }
    }

    private func index() throws(IndexFault) -> (any AnswerStore)? {
        let outcome = state.withLock { (state) -> Result<(any AnswerStore)?, IndexFault> in
            Result { () throws(IndexFault) in
                if state.isUnusable { return nil }
                if let shared { return shared }
                if state.index == nil { state.index = try ReceiptIndex(in: folder) }
                return state.index
            }
        }
        return try outcome.get()
    }

    private func tell(_ fault: IndexFault) {
        let isNew = state.withLock { state in
            if !fault.mayPass {
                state.isUnusable = true
                state.index = nil
            }
            return state.told.insert(fault.words).inserted
        }
        if isNew { onTrouble?(fault.words + ". The work goes on without it.") }
    }

    private static var now: Int { Int(Date().timeIntervalSince1970) }
}

extension PreparationError {
    /// Whether the same URL would be refused again in a minute, and finding that out costs a fetch.
    fileprivate var holds: Bool {
        !isRetryable && (blame == .media || blame == .origin) && stage != .source
    }
}
