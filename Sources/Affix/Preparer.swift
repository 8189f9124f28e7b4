public import AttachmentModel
internal import Digests
internal import Fetching
internal import FlowControl
internal import Handover
internal import Publishing
internal import Rulebook
internal import Workers

/// Turns media into attachments: the whole line, from a source to a receipt.
///
/// One preparer serves any number of requests at once. It holds worker processes and connections, so make one and keep it.
public struct Preparer: Sendable {
    /// The version of affix.
    public static let version = "0.1.0"

    let fetcher: Fetcher
    let memory: Memory?
    let workers: WorkerPool
    let shelf: any Shelf
    let takedown: Takedown
    let originals: any OriginalStore
    let configuration: PreparerConfiguration
    let turns: Turns
    /// The ffmpeg that was found when this preparer was made.
    let ffmpeg: String?
    /// Turns of what ffmpeg encodes.
    let transcodes: Turns

    /// Makes a preparer.
    ///
    /// Nothing is started or opened until the first request.
    ///
    /// - Throws: `configuration-invalid` with the setting at fault.
    public init(_ configuration: PreparerConfiguration = PreparerConfiguration()) throws(PreparationError) {
        self.configuration = configuration
        let store = try configuration.objectStore()
        fetcher = Fetcher(try configuration.fetching(from: store))
        memory = configuration.remembers ? Memory(configuration) : nil
        ffmpeg = configuration.ffmpeg
        workers = try configuration.workerPool(ffmpeg: ffmpeg)
        let takedown = Takedown(configuration)
        self.takedown = takedown
        shelf = try configuration.makeShelf(in: store) { (digest) throws(PreparationError) in
            try takedown.check(rendition: digest)
        }
        originals = try configuration.originalStore(in: store)
        turns = Turns(width: configuration.waitsForTurn ? configuration.workerWidth : nil)
        transcodes = Turns(width: configuration.waitsForTurn ? configuration.transcoderWidth : nil)
    }

    /// Starts a worker before anybody asks for one, and does not wait for it.
    package func warm() { workers.warm() }

    /// The folder of published media, as an absolute path.
    package var shelfFolder: String? { shelf.servedFolder }

    /// Fetches, recognises, renders, proves and publishes: answers within the request's timeout, with a receipt or the reason.
    ///
    /// Where receipts are remembered, a source that has not changed is neither fetched as a whole nor rendered again.
    public func prepare(
        _ request: AttachmentRequest, onProgress: Progress.Observer? = nil
    ) async throws(PreparationError) -> Receipt {
        // But for the fetch it goes from one blocking call to the next.
        try await withTaskExecutorPreference(BlockingLane.threads) { () throws(PreparationError) in
            try await prepared(request, onProgress)
        }
    }

    private func prepared(
        _ request: AttachmentRequest, _ onProgress: Progress.Observer?
    ) async throws(PreparationError) -> Receipt {
        try request.check()
        try await takedown.check(request.source)
        guard let memory, let recollection = await memory.recall(request, from: shelf) else {
            let receipt = try await prepare(request, knowing: nil, onProgress)
            try await settle(receipt, of: request.source)
            return receipt
        }
        if let refusal = recollection.refusal { throw refusal }
        do throws(PreparationError) {
            let receipt = try await prepare(request, knowing: recollection.known, onProgress)
            await memory.keep(receipt, after: recollection)
            try await settle(receipt, of: request.source)
            return receipt
        } catch {
            await memory.keep(error, after: recollection)
            throw error
        }
    }

    private func prepare(
        _ request: AttachmentRequest, knowing known: Known?, _ onProgress: Progress.Observer?
    ) async throws(PreparationError) -> Receipt {
        var deadline = Deadline(in: request.timeout)
        let budgets = configuration.budgets
        let limits = configuration.limits
        var clock = StageClock(onProgress)

        // What has probably not changed needs no worker.
        if known == nil { workers.warm() }
        clock.begin(.fetch)
        if let known, known.isFresh { return known.receipt(for: request, timings: clock.end()) }
        let download: Download
        switch try await fetcher.fetch(request.source, known?.validator, until: deadline, clock.receiving()) {
        case .unchanged(let origin):
            guard let known else { throw PreparationError(.internalFault) }
            return known.receipt(for: request, confirmedBy: origin, attempts: 1, timings: clock.end())
        case .file(let file): download = file
        }
        try await takedown.check(bytes: download.digest)
        if let known, known.isMade(of: download) {
            return known.receipt(
                for: request, replacing: download.origin, attempts: download.attempts, timings: clock.end())
        }
        let turn = try await turns.take(&deadline, clock: &clock)
        let facts = try await workers.recognize(download, limits: limits, within: budgets, until: deadline)
        if facts.mediaClass != .image, let longer = request.movieTimeout {
            deadline = Deadline(at: deadline.instant + (longer - request.timeout))
        }
        clock.begin(.render)
        let rendition = try await render(
            download, facts, for: request.profile, turn: turn, until: &deadline, onProgress: clock.rendering())
        clock.begin(.publish)
        let publication = try await shelf.publish(
            rendition, copyPath: request.copyPath, until: deadline.within(budgets.publish))

        var receipt = Receipt(of: publication, from: download, facts: facts, as: rendition, for: request)
        for variant in request.variants {
            receipt.variants.append(
                await make(variant, for: request.profile, of: download, facts, until: deadline))
        }
        receipt.timings = clock.end()
        BlockingLane().release(SpentBytes(download, rendition))
        return receipt
    }

    /// Fetches and recognises, and says whether iOS would show it and what affix would do; publishes nothing.
    public func inspect(
        _ request: AttachmentRequest, onProgress: Progress.Observer? = nil
    ) async throws(PreparationError) -> Inspection {
        try request.profile.check()
        try await takedown.check(request.source)
        var deadline = Deadline(in: request.timeout)
        var clock = StageClock(onProgress)

        workers.warm()
        clock.begin(.fetch)
        let find: Find
        do throws(PreparationError) {
            find = try await look(at: request.source, until: &deadline, &clock)
        } catch  where error.code == .mediaEmpty {
            // The file was found, and this is what it is.
            find = Find(facts: MediaFacts(kind: .unknown, bytes: 0), origin: nil, digest: nil)
        }
        try await takedown.check(bytes: find.digest)

        var facts = find.facts
        var verdict = Verdict(on: facts, profile: request.profile, limits: configuration.limits)
        if ffmpeg == nil, verdict.answer != .refused, verdict.work.contains(.transcode) {
            verdict.answer = .refused
            // It is this that refuses, whatever else there would be to do.
            verdict.reasons.insert(Verdict.Reason(PreparationError(.renderTranscoderMissing), iosError: nil), at: 0)
        }
        if Rulebook.shows(facts.kind), !Rulebook.publishes(facts.kind) { facts.warnings.append(.rareType) }
        if Rulebook.publishes(facts.kind), DeviceWindow(bytes: facts.bytes).isTooSlow {
            facts.warnings.append(.slowToLoad)
        }
        facts.warnings += Disagreement.warnings(facts.kind, source: request.source, origin: find.origin)
        return Inspection(
            source: SourceSummary(url: request.source.redacted, digest: find.digest, facts: nil), facts: facts,
            verdict: verdict, origin: find.origin?.judged())
    }
}
