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
    }

    /// How long a refusal holds without asking again: long enough for a list that names a dead link often, short enough
    /// for whoever puts it right.
    private static let refusalLife = 600

    /// What holds already is written anew once a day only, as the time of a file is: a list that has not changed then
    /// costs no writing at all, nor does each message of a campaign.
    private static let renewalInterval = 86_400
    /// A day more than what receipts promise, for that reason.
    private static let life = Rulebook.daysKept * 86_400 + renewalInterval

    private let folder: String
    private let shared: (any AnswerStore)?
    private let remembersRefusals: Bool
    private let onTrouble: (@Sendable (String) -> Void)?
    private let disk = DiskLane()
    /// Held while the index is opened, which may take as long as its disk likes.
    private let state = Mutex(State())
    private let told = Mutex<Set<String>>([])

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
            if remembersRefusals, Self.holds(entry, atMost: Self.refusalLife) { recollection.refusal = problem }
        case .receipt(let receipt):
            guard let publication = await shelf.renew(digest: receipt.digest, facts: receipt.facts),
                let variants = await renewed(receipt.variants, on: shelf)
            else { break }
            recollection.known = Known(
                receipt: receipt, variants: variants, publication: publication, validator: entry.validator,
                freshUntil: entry.freshUntil,
                isFresh: Self.holds(entry, atMost: OriginReport.longestFreshness), keepUntil: entry.keepUntil)
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

    /// The receipt that a published file is in, be it the attachment or a variant, while the file is there; of several, one
    /// of which it is the attachment, and the one asked for last.
    ///
    /// Throws `overloaded` or `configuration-machine` when the index does not say.
    func receipt(published digest: String, on shelf: any Shelf) async throws(PreparationError) -> Receipt? {
        let rows = try await ask { (index) throws(IndexFault) in try index.rows(publishing: digest) }
        let entries = rows.map(\.entry)
        let named = entries.filter { $0.digest == digest }
        guard let entry = (named.isEmpty ? entries : named).max(by: { $0.keepUntil < $1.keepUntil }),
            case .receipt(var receipt) = entry.answer,
            let file = receipt.published.first(where: { $0.digest == digest }),
            await shelf.renew(digest: digest, facts: file.facts) != nil,
            let publication = await shelf.renew(digest: receipt.digest, facts: receipt.facts)
        else { return nil }
        receipt.move(to: publication)
        receipt.variants = await renewed(receipt.variants, on: shelf) ?? receipt.variants
        return receipt
    }

    /// Remembers a receipt, or that it was asked for again.
    func keep(_ receipt: Receipt, after recollection: Recollection) async {
        let known = recollection.known
        let isFresh = receipt.remembered && known?.isFresh == true
        let freshUntil = isFresh ? known?.freshUntil ?? 0 : Self.now + (receipt.origin?.freshness ?? 0)
        let entry = IndexEntry(
            .receipt(receipt), validator: receipt.origin?.validator, freshUntil: freshUntil,
            keepUntil: Self.now + Self.life)
        if let known, receipt.remembered, known.says(entry, within: Self.renewalInterval, at: Self.now) { return }
        _ = await attempt { (index) throws(IndexFault) in try index.put(entry, for: recollection.key) }
    }

    /// Remembers for a short while that a URL leads to nothing that can be shown.
    func keep(_ problem: PreparationError, after recollection: Recollection) async {
        guard remembersRefusals, problem.holds, recollection.key.isLink else { return }
        let end = Self.now + Self.refusalLife
        let entry = IndexEntry(.problem(problem), freshUntil: end, keepUntil: end)
        _ = await attempt { (index) throws(IndexFault) in try index.put(entry, for: recollection.key) }
    }

    /// Asks the index, where a preparation can do without its answer.
    private func attempt<Value: Sendable>(
        _ body: @escaping @Sendable (any AnswerStore) throws(IndexFault) -> Value
    ) async -> Value? {
        try? await ask(body)
    }

    /// Asks the index; throws `overloaded` when it does not answer, `configuration-machine` when it cannot be used.
    private func ask<Value: Sendable>(
        _ body: @escaping @Sendable (any AnswerStore) throws(IndexFault) -> Value
    ) async throws(PreparationError) -> Value {
        let answer: Value?
        do throws(PreparationError) {
            answer = try await disk.ask("index") { [self] in
                do throws(IndexFault) {
                    guard let index = try index() else { return nil }
                    return try body(index)
                } catch {
                    tell(error)
                    return nil
                }
            }
        } catch {
            if !Task.isCancelled { tell("The disk of the index does not answer") }
            throw error
        }
        guard let answer else { throw PreparationError(.configurationMachine, "The index cannot be used") }
        return answer
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
        if !fault.mayPass {
            state.withLock { state in
                state.isUnusable = true
                state.index = nil
            }
        }
        tell(fault.words)
    }

    private func tell(_ words: String) {
        let isNew = told.withLock { $0.insert(words).inserted }
        if isNew { onTrouble?(words + ". The work goes on without it.") }
    }

    /// Whether an answer holds without asking; not one that a clock which was wrong has put too far ahead.
    private static func holds(_ entry: IndexEntry, atMost life: Int) -> Bool {
        let left = entry.freshUntil - now
        return left > 0 && left <= life
    }

    private static var now: Int { Int(Date().timeIntervalSince1970) }
}

extension PreparationError {
    /// Whether the same URL would be refused again in a minute, and finding that out costs a fetch.
    fileprivate var holds: Bool {
        !isRetryable && (blame == .media || blame == .origin) && stage != .source
    }
}
