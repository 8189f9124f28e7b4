public import AttachmentModel
package import FlowControl

/// Works off manifests of any length into a journal: what is done stays done, and what is not is done by the next run.
public struct Batch: Sendable {
    /// What a batch is told once.
    public struct Configuration: Sendable {
        /// The file of results: a JSON object on each line, only ever appended to.
        public var journal: String
        /// Whether sources are only judged, and nothing is published.
        public var checksOnly = false
        /// Whether lines appear in the order of the manifests; else as they come.
        public var isOrdered = false
        /// Whether items that were refused by an earlier run are tried again.
        public var retriesRefused = false
        /// After which time to begin nothing more; what runs then may end.
        public var timeLimit: Duration?
        /// Refused and failed items after which to begin nothing more; 0 is no bound.
        public var mostFailures = 0
        /// Items that fetch at once.
        public var fetches = 8
        /// Renderings at once; twice as many items with bytes may wait for their turn.
        package var renderings = 1
        /// Fetches from one host at once.
        package var fetchesPerHost = 6
        /// How long the items of a host that is left alone are put back, in all.
        package var patience = Duration.seconds(180)
        /// Whether what runs when the run stops is left to go on elsewhere; else it may end.
        package var leavesRunning = false
        /// How long running items may take to end once a stop is asked for; what has not ended then is left to the next run.
        package var grace = Duration.seconds(8)

        /// Makes the defaults for a journal.
        public init(journal: String) { self.journal = journal }
    }

    /// Something worth telling while a run goes on.
    public enum Notice: Sendable {
        /// Where it stands; several times a second.
        case tally(BatchTally)
        /// Something was put right, or is worth knowing.
        case remark(String)
        /// A line of a manifest says nothing.
        case badLine(ManifestEntry, PreparationError)
        /// The answers to these items stand in the journal.
        case written([ManifestItem])
    }

    /// Does the work of one item; says through the closure when its bytes are there.
    package typealias Worker = @Sendable (ManifestItem, _ fetched: @escaping @Sendable () -> Void) async -> BatchAnswer

    /// Says why an answer of this run may not be given once more, if it may not; without one, that of an earlier run.
    package typealias Objection = @Sendable (ManifestItem, BatchAnswer?) async -> PreparationError?

    let configuration: Configuration
    /// What an item asks for besides its source, in a text that differs where answers differ.
    let purpose: @Sendable (ManifestItem) -> String
    let objection: Objection
    let work: Worker

    package init(
        _ configuration: Configuration, purpose: @escaping @Sendable (ManifestItem) -> String,
        objection: @escaping Objection, work: @escaping Worker
    ) {
        self.configuration = configuration
        self.purpose = purpose
        self.objection = objection
        self.work = work
    }

    /// Works off the manifests.
    ///
    /// Cancelling the task ends the run at once; what was running is left to the next run.
    ///
    /// - Parameter onNotice: called in order, from one place, often; it must be quick.
    /// - Throws: `overloaded` when another run is at work on the journal, `configuration-invalid` when the journal
    ///   or a manifest cannot be used, `publish-no-space` on a full disk.
    public func run(
        _ manifest: Manifest, onNotice: @escaping @Sendable (Notice) -> Void = { _ in }
    ) async throws(PreparationError) -> BatchEnd {
        try await run(manifest, until: StopRequest(), onNotice: onNotice)
    }

    /// Works off the manifests until somebody asks for an end: then nothing more begins, and what runs has its grace.
    package func run(
        _ manifest: Manifest, until stop: StopRequest, onNotice: @escaping @Sendable (Notice) -> Void
    ) async throws(PreparationError) -> BatchEnd {
        let ledger = try await open(manifest, onNotice)
        // A thread that is about to end may own it for a moment longer: the next run must not find it locked.
        defer { ledger.unlock() }
        return try await run(manifest, ledger, until: stop, onNotice)
    }

    /// The same, with the journal to read, which no other run may write meanwhile.
    package func reviewedRun(
        _ manifest: Manifest, until stop: StopRequest, onNotice: @escaping @Sendable (Notice) -> Void
    ) async throws(PreparationError) -> (end: BatchEnd, review: JournalReview) {
        let ledger = try await open(manifest, onNotice)
        do throws(PreparationError) {
            return (try await run(manifest, ledger, until: stop, onNotice), JournalReview(ledger))
        } catch {
            ledger.unlock()
            throw error
        }
    }

    private func open(
        _ manifest: Manifest, _ onNotice: @Sendable (Notice) -> Void
    ) async throws(PreparationError) -> Ledger {
        let configuration = configuration
        let ledger = try await BlockingLane().run { () throws(PreparationError) in
            try manifest.check()
            return try Ledger(at: configuration.journal, retryingRefused: configuration.retriesRefused)
        }
        for remark in ledger.remarks { onNotice(.remark(remark)) }
        return ledger
    }

    private func run(
        _ manifest: Manifest, _ ledger: Ledger, until stop: StopRequest,
        _ onNotice: @escaping @Sendable (Notice) -> Void
    ) async throws(PreparationError) -> BatchEnd {
        // One that discards: what has ended must not stay until all has, in a list of a million.
        let outcome = await withDiscardingTaskGroup { group -> Result<BatchEnd, PreparationError> in
            var run = BatchRun(self, ledger, manifest, onNotice)
            let result = await run.work(until: stop, in: &group)
            group.cancelAll()
            return result
        }
        await BlockingLane().run { ledger.finish() }
        return try outcome.get()
    }
}
