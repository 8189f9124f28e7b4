public import AttachmentModel
internal import FlowControl
internal import FoundationEssentials
internal import Glibc
internal import Index
internal import Publishing

/// What an operator does when something must go.
extension Preparer {
    /// Takes a source or a digest off the shelf and keeps it off.
    ///
    /// First it is put on the block list, together with all that the index knows to have been made of the same source;
    /// then the published files go, with the originals that were kept of them, the purge command is run for each URL, and
    /// what the index holds goes. A line is added to the audit file whatever came of it. Doing it again is harmless, and
    /// does what an earlier time left undone: all that went with it then is removed and purged once more.
    ///
    /// - Parameter word: a digest in 64 hexadecimal digits, a published URL, or a source as it was prepared.
    /// - Returns: what was done, and in `troubles` what could not be.
    /// - Throws: when it could not even be put on the list.
    public func withdraw(_ word: String) async throws(PreparationError) -> WithdrawalReport {
        try await withdraw(word, for: nil)
    }

    /// The same for somebody whose name goes into the audit file.
    package func withdraw(_ word: String, for name: String?) async throws(PreparationError) -> WithdrawalReport {
        var report = WithdrawalReport(.withdrawn, at: Self.timestamp, asked: Self.shown(word))
        let asked = try Self.keys(word)
        let known = await find(asked, &report)?.keys ?? []
        var (keys, delay) = try await block(BlockKey.distinct(asked + known), asked)
        // Whoever was at work, and went by what was known before, has told the index by then what came of it.
        if delay > .zero { try? await Task.sleep(for: delay) }
        let traces = report.troubles.isEmpty ? await find(asked, &report) : nil
        let late = (traces?.keys ?? []).filter { !keys.contains($0) }
        if !late.isEmpty { keys = BlockKey.distinct(keys + (try await block(asked + late, asked).keys)) }
        report.sources = keys.filter { $0.digest == nil }.map(\.shown)
        report.digests = keys.compactMap(\.digest)
        for key in keys { await remove(key, &report) }
        let purge = PurgeCommand(words: configuration.purgeCommand)
        let urls = purge.words.isEmpty ? [] : report.urls.filter(\.isPublicLink)
        let faults = await BlockingLane().run { urls.compactMap(purge.run) }
        report.purged = urls.count - faults.count
        report.troubles += faults
        if let traces { await forget(traces, &report) }
        report.isKnown = keys.count > asked.count || report.removed > 0 || report.forgotten > 0
        return await noted(report, for: name)
    }

    /// Finds what the index knows to have been made; an index that cannot be read is told: what must go goes all the same.
    private func find(_ asked: [BlockKey], _ report: inout WithdrawalReport) async -> Traces? {
        let configuration = configuration
        do throws(IndexFault) {
            return try await BlockingLane().run { () throws(IndexFault) in
                guard let index = try configuration.existingIndex() else { return nil }
                return try Traces(of: asked, in: index)
            }
        } catch {
            report.troubles.append(error.words + ". What else was made of it is not known")
            return nil
        }
    }

    private func forget(_ traces: Traces, _ report: inout WithdrawalReport) async {
        do throws(IndexFault) {
            report.forgotten = try await BlockingLane().run { () throws(IndexFault) in try traces.forget() }
        } catch {
            report.troubles.append(error.words)
        }
    }

    /// Takes what was just made off the shelf again when its source was withdrawn meanwhile, and throws.
    ///
    /// The index knows of it by then: either it is found there by who withdraws, or the withdrawal is seen here.
    func settle(_ receipt: Receipt, of source: MediaSource) async throws(PreparationError) {
        guard !receipt.remembered, takedown.isThere else { return }
        do throws(PreparationError) {
            try await checkStillAllowed(source, receipt)
        } catch {
            if error.code == .sourceWithdrawn {
                for file in receipt.published { _ = try await shelf.withdraw(digest: file.digest, fileExtension: nil) }
            }
            throw error
        }
    }

    /// Throws `source-withdrawn` when a source, or what was made of it, has been withdrawn since.
    package func checkStillAllowed(_ source: MediaSource, _ receipt: Receipt?) async throws(PreparationError) {
        try await takedown.check(source)
        guard let receipt else { return }
        try await takedown.check(bytes: receipt.source.digest)
        for file in receipt.published { try await takedown.check(published: file.digest) }
    }

    /// The same for what is known by its digests: that of the source's bytes, and those of what was published.
    ///
    /// - Parameter source: `nil` where nobody knows it.
    package func checkStillAllowed(_ source: MediaSource?, digests: [String]) async throws(PreparationError) {
        if let source { try await takedown.check(source) }
        for digest in digests { try await takedown.check(published: digest) }
    }

    /// Whether what a receipt tells of has not been withdrawn since, nor is known to have gone.
    package func isStillPublished(_ receipt: Receipt) async -> Bool {
        do throws(PreparationError) {
            try await takedown.check(bytes: receipt.source.digest)
            for file in receipt.published { try await takedown.check(published: file.digest) }
        } catch {
            // A list that cannot be read may have it.
            return false
        }
        guard let folder = shelf.servedFolder else { return true }
        let key = ShelfKey(digest: receipt.digest, fileExtension: receipt.facts.kind.fileExtension)
        return unsafe access(folder + "/" + key.path, F_OK) == 0
    }

    /// Which withdrawn digests still lie in the folder that is served from this machine; what cannot be read has none.
    ///
    /// - Parameter digests: those that are asked about; without them, all.
    package func leftovers(of digests: [String]?) async -> [String] {
        guard let folder = shelf.servedFolder, takedown.isThere else { return [] }
        let withdrawn: [String]
        do throws(PreparationError) {
            withdrawn = if let digests { digests } else { try await withdrawals().flatMap(\.digests) }
        } catch {
            return []
        }
        return await DirectoryShelf(folder: folder, address: nil).found(among: withdrawn)
    }

    /// Other texts once somebody else has withdrawn something, or allowed it again; costs no more than a glance.
    ///
    /// `nil` when that cannot be found out.
    package var withdrawalRevisions: [String]? { get async { await takedown.revisions() } }

    /// Puts keys on the list; gives them and what went with those that were asked for before, as the index has forgotten
    /// it by now, and how long others may go by what they knew before.
    private func block(
        _ keys: [BlockKey], _ asked: [BlockKey]
    ) async throws(PreparationError) -> (keys: [BlockKey], delay: Duration) {
        let takedown = takedown
        return try await BlockingLane().run { () throws(PreparationError) in
            try takedown.asking { () throws(IndexFault) in
                let list = try takedown.list()
                let before = try list.withdrawals()
                let known = before.together(with: keys)
                let keys = keys.map { key in
                    var key = key
                    if let before = known.first(where: { $0 == key }) { key.learn(from: before) }
                    return key
                }
                try list.add(keys, at: Self.seconds)
                return (keys + before.together(with: asked).filter { !keys.contains($0) }, list.delay)
            }
        }
    }

    /// Takes what was published under a digest off the shelf, and an upload of these bytes out of the state folder.
    private func remove(_ key: BlockKey, _ report: inout WithdrawalReport) async {
        guard let digest = key.digest else { return }
        // Where it was served when it was published may be another address than that of today's configuration.
        defer { report.urls += key.urls.filter { !report.urls.contains($0) } }
        do throws(PreparationError) {
            if try await originals.remove(digest) { report.removed += 1 }
            let gone = try await shelf.withdraw(digest: digest, fileExtension: key.fileExtension)
            report.removed += gone.removed
            report.urls += gone.urls
            if !configuration.purgeCommand.isEmpty, !gone.urls.isEmpty,
                !(gone.urls + key.urls).contains(where: \.isPublicLink)
            {
                report.troubles.append("no public URL of \(digest) is known to be purged: give --base-url")
            }
            if gone.keepsVersions {
                report.troubles.append("the bucket keeps former versions of \(digest): remove them as well")
            }
        } catch {
            report.troubles.append("\(digest) could not be removed: \(error.message)")
        }
    }

    /// Lets something that was withdrawn be published again, and all that went with it.
    ///
    /// - Returns: what that is, and what another withdrawal still holds; nothing when it was not withdrawn.
    public func allow(_ word: String) async throws(PreparationError) -> WithdrawalReport {
        var report = WithdrawalReport(.allowed, at: Self.timestamp, asked: Self.shown(word))
        let asked = try Self.keys(word)
        let takedown = takedown
        let release = try await BlockingLane().run { () throws(PreparationError) in
            try takedown.asking { () throws(IndexFault) in
                var release = Withdrawals.Release()
                for list in try takedown.lists() {
                    let one = try list.remove(asked)
                    (release.allowed, release.kept) = (release.allowed + one.allowed, release.kept + one.kept)
                }
                release.allowed = BlockKey.distinct(release.allowed)
                return release
            }
        }
        report.sources = release.allowed.filter { $0.digest == nil }.map(\.shown)
        report.digests = release.allowed.compactMap(\.digest)
        report.stillWithdrawn = release.kept.map { kept in
            let sources = kept.with.filter { $0.digest == nil }
            return .init(what: kept.key.shown, with: (sources.isEmpty ? kept.with : sources).map(\.shown))
        }
        return await noted(report)
    }

    /// Everything that is withdrawn, in the order in which it was.
    public func withdrawals() async throws(PreparationError) -> [WithdrawalReport] {
        let takedown = takedown
        return try await BlockingLane().run { () throws(PreparationError) in
            let acts = try takedown.asking { () throws(IndexFault) in
                var acts: [Withdrawals.Act] = []
                for list in try takedown.lists() { acts += try list.withdrawals().acts }
                return acts
            }
            return acts.map { act in
                var report = WithdrawalReport(.withdrawn, at: Self.timestamp(act.time), asked: nil)
                report.sources = act.keys.filter { $0.digest == nil }.map(\.shown)
                report.digests = act.keys.compactMap(\.digest)
                return report
            }
        }
    }

    private func noted(_ report: WithdrawalReport, for name: String? = nil) async -> WithdrawalReport {
        let trail = AuditTrail(folder: configuration.state)
        return await BlockingLane().run {
            var report = report
            do throws(PreparationError) {
                try trail.note(report, for: name)
            } catch {
                report.troubles.append(error.message)
            }
            return report
        }
    }

    /// What a word stands for: bytes by their digest, a published file by its URL, or a source.
    private static func keys(_ word: String) throws(PreparationError) -> [BlockKey] {
        if let digest = digest(word) { return [BlockKey(digest: digest)] }
        let source = MediaSource(word)
        guard let key = source.blockKey else {
            throw PreparationError(.sourceInvalid, "What has no name is withdrawn by its digest")
        }
        let link = String(source.redacted.prefix { $0 != "?" && $0 != "#" })
        let name = link.split(separator: "/").last.map(String.init) ?? ""
        let published = ShelfKey(file: name).map {
            BlockKey(
                digest: $0.digest, fileExtension: $0.fileExtension, urls: link.isPublicLink ? [link] : [])
        }
        return [key] + (published.map { [$0] } ?? [])
    }

    /// A digest as affix writes it; `nil` for what is none.
    package static func digest(_ word: String) -> String? {
        let digits = word.lowercased()
        let isDigit: (UInt8) -> Bool = { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        return digits.utf8.count == 64 && digits.utf8.allSatisfy(isDigit) ? digits : nil
    }

    private static func shown(_ word: String) -> String { digest(word) ?? MediaSource(word).redacted }

    private static var seconds: Int { Int(Date().timeIntervalSince1970) }
    private static var timestamp: String { timestamp(seconds) }

    private static func timestamp(_ seconds: Int) -> String {
        Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    }
}
