public import AttachmentModel
internal import FlowControl
internal import FoundationEssentials
internal import Index
internal import Publishing

/// What an operator does when something must go.
extension Preparer {
    /// Takes a source or a digest off the shelf and keeps it off.
    ///
    /// First it is put on the block list, together with all that the index knows to have been made of the same source;
    /// then the published files go, then what the index holds, and the purge command is run for each URL. A line is added
    /// to the audit file whatever came of it. Doing it again is harmless.
    ///
    /// - Parameter word: a digest in 64 hexadecimal digits, a published URL, or a source as it was prepared.
    /// - Returns: what was done, and in `troubles` what could not be.
    /// - Throws: when it could not even be put on the list.
    public func withdraw(_ word: String) async throws(PreparationError) -> WithdrawalReport {
        var report = WithdrawalReport(.withdrawn, at: Self.timestamp, asked: Self.shown(word))
        let asked = try Self.keys(word)
        let folder = configuration.state
        let (traces, troubles) = await BlockingLane().run { Traces.find(asked, in: folder) }
        report.troubles = troubles
        let keys = try await block(traces.keys(with: asked))
        report.sources = keys.filter { $0.digest == nil }.map(\.shown)
        report.digests = keys.compactMap(\.digest)
        for key in keys { await remove(key, &report) }
        let purge = PurgeCommand(words: configuration.purgeCommand)
        let urls = purge.words.isEmpty ? [] : report.urls
        let (faults, (forgotten, trouble)) = await BlockingLane().run {
            (urls.compactMap(purge.run), traces.forget(in: folder))
        }
        report.purged = urls.count - faults.count
        report.forgotten = forgotten
        report.troubles += faults + trouble
        return await noted(report)
    }

    /// Puts keys on the list, and gives them with what that knew of them from before.
    private func block(_ keys: [BlockKey]) async throws(PreparationError) -> [BlockKey] {
        let takedown = takedown
        return try await BlockingLane().run { () throws(PreparationError) in
            try Self.blocking { () throws(IndexFault) in
                let list = try takedown.list()
                let known = try list.known(keys)
                let keys = keys.map { key in
                    var key = key
                    key.fileExtension = key.fileExtension ?? known.first { $0 == key }?.fileExtension
                    return key
                }
                try list.add(keys, at: Self.seconds)
                return keys
            }
        }
    }

    /// Takes what was published under a digest off the shelf.
    private func remove(_ key: BlockKey, _ report: inout WithdrawalReport) async {
        guard let digest = key.digest else { return }
        do throws(PreparationError) {
            let gone = try await shelf.withdraw(digest: digest, fileExtension: key.fileExtension)
            report.removed += gone.removed
            report.urls += gone.urls
            if gone.keepsVersions {
                report.troubles.append("the bucket keeps former versions of \(digest): remove them as well")
            }
        } catch {
            report.troubles.append("\(digest) could not be removed: \(error.message)")
        }
    }

    /// Lets something that was withdrawn be published again, and all that went with it.
    ///
    /// - Returns: what that is; nothing when it was not withdrawn.
    public func allow(_ word: String) async throws(PreparationError) -> WithdrawalReport {
        var report = WithdrawalReport(.allowed, at: Self.timestamp, asked: Self.shown(word))
        let asked = try Self.keys(word)
        let takedown = takedown
        let keys = try await BlockingLane().run { () throws(PreparationError) in
            try Self.blocking { () throws(IndexFault) in try takedown.list().remove(asked) }
        }
        report.sources = keys.filter { $0.digest == nil }.map(\.shown)
        report.digests = keys.compactMap(\.digest)
        return await noted(report)
    }

    /// Everything that is withdrawn, in the order in which it was.
    public func withdrawals() async throws(PreparationError) -> [WithdrawalReport] {
        let takedown = takedown
        return try await BlockingLane().run { () throws(PreparationError) in
            try Self.blocking { () throws(IndexFault) in try takedown.list().acts() }.map { act in
                var report = WithdrawalReport(.withdrawn, at: Self.timestamp(act.time), asked: nil)
                report.sources = act.keys.filter { $0.digest == nil }.map(\.shown)
                report.digests = act.keys.compactMap(\.digest)
                return report
            }
        }
    }

    private func noted(_ report: WithdrawalReport) async -> WithdrawalReport {
        let trail = AuditTrail(folder: configuration.state)
        return await BlockingLane().run {
            var report = report
            do throws(PreparationError) {
                try trail.note(report)
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
        let name = source.redacted.prefix { $0 != "?" }.split(separator: "/").last.map(String.init) ?? ""
        let published = ShelfKey(file: name).map { BlockKey(digest: $0.digest, fileExtension: $0.fileExtension) }
        return [key] + (published.map { [$0] } ?? [])
    }

    private static func digest(_ word: String) -> String? {
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

    private static func blocking<Value>(_ body: () throws(IndexFault) -> Value) throws(PreparationError) -> Value {
        do throws(IndexFault) {
            return try body()
        } catch {
            throw PreparationError(.configurationMachine, error.words)
        }
    }
}
