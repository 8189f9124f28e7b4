public import AttachmentModel
internal import FlowControl
internal import FoundationEssentials
internal import Index
internal import Publishing
internal import Rulebook
internal import Workers

/// What an operator does with what was published and remembered.
extension Preparer {
    /// Finds published files that nobody has published or asked for in 36 days, and removes them when told to.
    ///
    /// A file stays as long as either its own time or the index says so. Safe while others prepare and serve.
    ///
    /// - Parameters:
    ///   - removing: whether they are removed.
    ///   - verifying: whether the files that stay are read and compared with their names.
    /// - Throws: `configuration-machine` when the index cannot be read, or is absent although this preparer keeps one and
    ///   some file is old enough to go: then nothing is removed.
    public func collect(removing: Bool = false, verifying: Bool = false) async throws(PreparationError)
        -> CollectionReport
    {
        let (configuration, now) = (configuration, Self.now)
        let lane = BlockingLane()
        let index = try await lane.run { () throws(PreparationError) in
            try Self.unfailing { () throws(IndexFault) in try configuration.existingIndex() }
        }
        let order = CollectionOrder(now: now, removes: removing, verifies: verifying) {
            (digest) throws(PreparationError) in
            guard let index else { return try configuration.insistOnNoIndex() }
            return try Self.unfailing { () throws(IndexFault) in try index.keepUntil(digest: digest) }
        }
        let found = try await shelf.collect(order)
        let forgotten = try await lane.run { () throws(PreparationError) in
            guard removing, let index else { return 0 }
            return try Self.unfailing { () throws(IndexFault) in try index.forget(before: now) }
        }
        let foundOriginals = try await originals.collect(now: now, removes: removing)
        return CollectionReport(
            removes: removing, kept: found.kept, keptBytes: found.keptBytes, expired: found.expired,
            expiredBytes: found.expiredBytes, damaged: found.damaged, forgotten: forgotten,
            expiredOriginals: foundOriginals.expired, expiredOriginalBytes: foundOriginals.expiredBytes)
    }

    /// Goes through everything that is remembered.
    ///
    /// - Parameters:
    ///   - verifying: whether the published files, and the file of the index itself, are read and checked.
    ///   - onAnswer: called with each answer, on a thread of its own.
    /// - Throws: `configuration-machine` when there is no index, or it cannot be read.
    public func examineMemory(
        verifying: Bool = false, _ onAnswer: @escaping @Sendable (RememberedAnswer) -> Void
    ) async throws(PreparationError) -> MemoryReport {
        let configuration = configuration
        var (report, published) = try await BlockingLane().run { () throws(PreparationError) in
            let index = try Self.unfailing { () throws(IndexFault) in try configuration.existingIndex() }
            guard let index else {
                throw PreparationError(
                    .configurationMachine, "The folder \(configuration.state) holds no index yet",
                    advice: "A batch makes one: name its folder with --state, or its queue with --queue")
            }
            return try Self.unfailing { () throws(IndexFault) in
                try Self.examine(index, verifying: verifying, onAnswer)
            }
        }
        for file in published where await !shelf.isWhole(digest: file.digest, fileExtension: file.fileExtension) {
            report.missing.append("\(file.digest) of \(file.source)")
        }
        return report
    }

    /// Goes through an index; when it is verified, what it says to be published is still to be looked at.
    private static func examine(
        _ index: any AnswerStore, verifying: Bool, _ onAnswer: (RememberedAnswer) -> Void
    ) throws(IndexFault) -> (MemoryReport, [Published]) {
        var report = MemoryReport(
            path: index.place, bytes: try index.bytes, receipts: 0, refusals: 0, stale: 0, fresh: 0, missing: [],
            faults: verifying ? try index.integrityFaults() : [])
        var published: [Published] = []
        let now = now
        try index.forEach { row in
            report.count(row, at: now)
            if verifying, case .receipt(let receipt) = row.entry.answer {
                published += receipt.published.map {
                    Published(digest: $0.digest, fileExtension: $0.facts.kind.fileExtension, source: row.source)
                }
            }
            onAnswer(RememberedAnswer(row))
        }
        return (report, published)
    }

    /// What lies on the shelf.
    package typealias ShelfSize = (files: Int, bytes: Int)

    /// Counts what lies on the shelf; `nil` where it is a storage, which would have to list all of it.
    package func shelfSize() async -> ShelfSize? {
        guard let folder = shelf.servedFolder else { return nil }
        return await DirectoryShelf(folder: folder, address: nil).size()
    }

    /// Workers that were started so far, and of these those that failed.
    package var workerCounts: (started: Int, failed: Int) { workers.counts }

    private struct Published: Sendable {
        let digest: String
        let fileExtension: String
        let source: String
    }

    private static var now: Int { Int(Date().timeIntervalSince1970) }

    /// Here a trouble with the index is the end of it, as guessing could lose files.
    private static func unfailing<Value>(_ body: () throws(IndexFault) -> Value) throws(PreparationError) -> Value {
        do throws(IndexFault) {
            return try body()
        } catch {
            throw PreparationError(.configurationMachine, error.words)
        }
    }
}

extension PreparerConfiguration {
    /// Throws where an index should be: a state folder that is not the right one must not cost files that another one
    /// promises to keep.
    fileprivate func insistOnNoIndex() throws(PreparationError) -> Int? {
        guard remembers else { return nil }
        throw PreparationError(
            .configurationMachine, "The folder \(state) holds no index, which says until when files must stay",
            advice:
                "Name with --state the folder of those who publish here, or let the files' own times decide with --no-index"
        )
    }

    /// What is remembered; `nil` for a state folder in which nothing ever was.
    func existingIndex() throws(IndexFault) -> (any AnswerStore)? {
        if let index = fleet.index { return index }
        return ReceiptIndex.exists(in: state) ? try ReceiptIndex(in: state) : nil
    }
}

extension MemoryReport {
    fileprivate mutating func count(_ row: IndexRow, at now: Int) {
        guard row.rulebook == Rulebook.version else { return stale += 1 }
        switch row.entry.answer {
        case .problem: refusals += 1
        case .receipt:
            receipts += 1
            if row.entry.freshUntil > now { fresh += 1 }
        }
    }
}

extension RememberedAnswer {
    fileprivate init(_ row: IndexRow) {
        var (receipt, problem): (Receipt?, PreparationError?)
        switch row.entry.answer {
        case .receipt(let value): receipt = value
        case .problem(let value): problem = value
        }
        self.init(
            source: row.source, profile: row.profile, rulebook: row.rulebook, receipt: receipt, problem: problem,
            freshUntil: Self.time(row.entry.freshUntil), keepUntil: Self.time(row.entry.keepUntil))
    }

    private static func time(_ seconds: Int) -> String {
        Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    }
}
